// Makes the board larger: it lies in a lens then, which scrolls. By the two buttons, two fingers, a double tap on empty
// ground, or the wheel with Ctrl. Size and place survive every swap of the page's live part.
"use strict";

(() => {
  const SIZES = [1, 1.5, 2, 3, 4]; // times as large as the whole board: where the buttons stop
  const MOST = SIZES.at(-1);
  const FINGER = 44; // px that are easy to hit
  const TINY = 24; // px below which a finger can't choose: it makes the board larger instead
  const TWICE = 350; // ms between the two taps of a double tap
  let size = 1;
  let middle = [0.5, 0.5]; // what part of the board is in the middle of the lens

  const area = () => document.querySelector(".board-area");
  const lens = () => area()?.querySelector(".lens");
  const drawn = () => area()?.querySelector("svg.board");

  // A board that fits stands on the page as it came; only a larger one is put into a lens.
  function show() {
    const board = drawn();
    if (!board) return;
    if (size === 1) {
      board.style.width = board.style.height = "";
      lens()?.replaceWith(board);
    } else {
      const around = lens() ?? enclose(board);
      board.style.width = board.style.height = `${size * 100}%`;
      around.scrollLeft = middle[0] * around.scrollWidth - around.clientWidth / 2;
      around.scrollTop = middle[1] * around.scrollHeight - around.clientHeight / 2;
    }
    document.getElementById("zoom-in").hidden = size >= MOST;
    document.getElementById("zoom-out").hidden = size === 1;
  }

  function enclose(board) {
    const { width, height } = board.viewBox.baseVal;
    const around = document.createElement("div");
    around.className = "lens";
    around.tabIndex = 0;
    around.setAttribute("role", "region");
    around.setAttribute("aria-label", area().getAttribute("aria-label"));
    around.style.aspectRatio = `${width} / ${height}`;
    around.addEventListener("scroll", remember, { passive: true });
    board.replaceWith(around);
    around.append(board);
    return around;
  }

  function remember() {
    const around = lens();
    if (!around?.scrollWidth) return;
    middle = [
      (around.scrollLeft + around.clientWidth / 2) / around.scrollWidth,
      (around.scrollTop + around.clientHeight / 2) / around.scrollHeight,
    ];
  }

  // --- where to, and how large -------------------------------------------------------------------------------------
  const least = (box) => Math.min(box.width, box.height);

  // The parts of the board that are chosen, else those that can be.
  function asked() {
    const chosen = drawn().querySelectorAll("a[aria-current]");
    const links = chosen.length ? chosen : drawn().querySelectorAll("a");
    return [...links].map((link) => link.getBoundingClientRect()).filter((box) => box.width);
  }

  function at(x, y) {
    const whole = drawn().getBoundingClientRect();
    return [(x - whole.left) / whole.width, (y - whole.top) / whole.height];
  }

  // The first step leads to the middle of what is asked for.
  function aim() {
    const boxes = asked();
    if (!boxes.length) return;
    const mean = (of) => boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
    middle = at(mean((box) => box.left + box.width / 2), mean((box) => box.top + box.height / 2));
  }

  // So large that a finger hits what can be chosen.
  function handy() {
    const boxes = asked();
    const smallest = boxes.length ? Math.min(...boxes.map(least)) : FINGER / 2;
    return Math.min(MOST, Math.max(1.5, FINGER / smallest));
  }

  function go(to, around) {
    size = to;
    if (around) middle = around;
    show();
  }

  // --- buttons, wheel, taps, two fingers ---------------------------------------------------------------------------
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#zoom-in, #zoom-out");
    if (!button || !drawn()) return;
    const larger = button.id === "zoom-in";
    if (size === 1) aim();
    go(larger ? SIZES.find((one) => one > size + 0.01) ?? MOST : SIZES.findLast((one) => one < size - 0.01) ?? 1);
    if (button.hidden) document.getElementById(larger ? "zoom-out" : "zoom-in").focus();
  });

  // What is too small for a finger becomes larger first. Caught before live.js, which would choose it.
  document.addEventListener("click", (event) => {
    const link = event.detail && event.target.closest?.(".board a");
    if (!link || size >= MOST || !matchMedia("(pointer: coarse)").matches) return;
    if (least(link.getBoundingClientRect()) >= TINY) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    go(handy(), at(event.clientX, event.clientY));
  }, true);

  let last = null; // the tap before this one, on ground where nothing can be chosen

  function tapped(event) {
    if (event.target.closest("a")) return;
    const near = last && event.timeStamp - last.timeStamp < TWICE && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 30;
    last = near ? null : event;
    if (near && drawn()?.contains(event.target)) {
      if (size === 1) go(handy(), at(event.clientX, event.clientY));
      else go(1);
    }
  }

  function wheeled(event) {
    if (!event.ctrlKey || !drawn()) return;
    event.preventDefault();
    scale(size * Math.exp(-event.deltaY / 200), event.clientX, event.clientY, at(event.clientX, event.clientY));
  }

  // Makes the board so large, with that part of it under that point.
  function scale(to, x, y, part) {
    const wanted = Math.min(MOST, Math.max(1, to));
    go(to < size && wanted < 1.05 ? 1 : wanted);
    const around = lens();
    if (!around) return;
    const frame = around.getBoundingClientRect();
    around.scrollLeft = part[0] * around.scrollWidth - (x - frame.left);
    around.scrollTop = part[1] * around.scrollHeight - (y - frame.top);
    remember();
  }

  let pinch = null;

  function fingers(event) {
    const [a, b] = event.touches;
    const x = (a.clientX + b.clientX) / 2;
    const y = (a.clientY + b.clientY) / 2;
    return { apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x, y };
  }

  function touched(event) {
    pinch = null;
    if (event.touches.length !== 2 || !drawn()) return;
    const { apart, x, y } = fingers(event);
    pinch = { apart, size, part: at(x, y) };
  }

  function pinched(event) {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const { apart, x, y } = fingers(event);
    scale(pinch.size * apart / pinch.apart, x, y, pinch.part);
  }

  // Every update brings a new board: only there fingers and wheel are listened to, scrolling elsewhere waits for nothing.
  function attend() {
    const board = area();
    if (!board || board.dataset.attended) return;
    board.dataset.attended = "";
    board.addEventListener("click", tapped);
    board.addEventListener("wheel", wheeled, { passive: false });
    board.addEventListener("touchstart", touched, { passive: true });
    board.addEventListener("touchmove", pinched, { passive: false });
  }

  attend();
  document.addEventListener("htmx:afterSwap", () => {
    attend();
    if (size > 1) show();
  });
})();
