// Makes the board larger: it lies in a lens then, which scrolls. Size and place survive every swap of the page's live part.
"use strict";

(() => {
  const SIZES = [1, 1.5, 2, 3]; // times as large as the whole board; table.css knows them too
  let size = 0; // which of them
  let middle = [0.5, 0.5]; // what part of the board is in the middle of the lens

  const area = () => document.querySelector(".board-area");
  const lens = () => area()?.querySelector(".lens");

  // A board that fits stands on the page as it came; only a larger one is put into a lens.
  function show() {
    const board = area()?.querySelector("svg.board");
    if (!board) return;
    let around = lens();
    if (!size) around?.replaceWith(board);
    else {
      if (!around) {
        const { width, height } = board.viewBox.baseVal;
        around = document.createElement("div");
        around.className = "lens";
        around.tabIndex = 0;
        around.setAttribute("role", "region");
        around.setAttribute("aria-label", area().getAttribute("aria-label"));
        around.style.aspectRatio = `${width} / ${height}`;
        around.addEventListener("scroll", remember, { passive: true });
        board.replaceWith(around);
        around.append(board);
      }
      around.dataset.size = SIZES[size];
      around.scrollLeft = middle[0] * around.scrollWidth - around.clientWidth / 2;
      around.scrollTop = middle[1] * around.scrollHeight - around.clientHeight / 2;
    }
    const larger = document.getElementById("zoom-in");
    const smaller = document.getElementById("zoom-out");
    larger.hidden = size === SIZES.length - 1;
    smaller.hidden = size === 0;
  }

  function remember() {
    const around = lens();
    if (!around?.scrollWidth) return;
    middle = [
      (around.scrollLeft + around.clientWidth / 2) / around.scrollWidth,
      (around.scrollTop + around.clientHeight / 2) / around.scrollHeight,
    ];
  }

  // The first step leads to what is selected, else to the middle of what can be chosen.
  function aim() {
    const board = area().querySelector("svg.board");
    const chosen = board.querySelectorAll("a[aria-current]");
    const boxes = [...(chosen.length ? chosen : board.querySelectorAll("a"))].map((link) => link.getBoundingClientRect());
    if (!boxes.length) return;
    const whole = board.getBoundingClientRect();
    const mean = (at) => boxes.reduce((sum, box) => sum + at(box), 0) / boxes.length;
    middle = [
      (mean((box) => box.left + box.width / 2) - whole.left) / whole.width,
      (mean((box) => box.top + box.height / 2) - whole.top) / whole.height,
    ];
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#zoom-in, #zoom-out");
    if (!button) return;
    if (!size) aim();
    size = Math.min(SIZES.length - 1, Math.max(0, size + (button.id === "zoom-in" ? 1 : -1)));
    show();
    if (button.hidden) document.getElementById(button.id === "zoom-in" ? "zoom-out" : "zoom-in").focus();
  });

  document.addEventListener("htmx:afterSwap", () => size && show());
})();
