// A table by keyboard: what can be chosen on the board, in the hand or in a list is one stop of Tab, arrows go about in
// it; Space and Enter choose, 1 to 9 lead to the buttons beside the question, Escape goes back or folds a sheet.
"use strict";

(() => {
  const LISTS = ["#moves", "#since"];
  const GROUPS = ["#board", ".hand-area", ...LISTS];
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const root = document.documentElement;
  const last = new Map(); // by group: the id of what had the focus last

  const groupOf = (element) => element.closest?.(GROUPS.join(", "));
  const stops = (group) => [...group.querySelectorAll("a[href], button")];
  const typing = (element) => element.closest?.("input, textarea, select, [contenteditable]");

  // --- one stop of Tab for each group -----------------------------------------------------------------------------
  // Where it was, else on what is chosen, else on the first.
  function stop(group) {
    const all = stops(group);
    const id = last.get(GROUPS.find((name) => group.matches(name)));
    return all.find((one) => one.id === id) ?? all.findLast((one) => one.hasAttribute("aria-current")) ?? all[0];
  }

  function gather() {
    for (const group of document.querySelectorAll(GROUPS.join(", "))) {
      const here = stop(group);
      for (const one of stops(group)) one.tabIndex = one === here ? 0 : -1;
    }
  }

  document.addEventListener("focusin", (event) => {
    const group = groupOf(event.target);
    if (!group || !stops(group).includes(event.target)) return;
    last.set(GROUPS.find((name) => group.matches(name)), event.target.id);
    gather();
  });
  document.addEventListener("htmx:afterSwap", gather);

  // --- arrows -----------------------------------------------------------------------------------------------------
  // The nearest one that way, rather ahead than aside. In a list it is the next one, or the one before.
  function nearest(from, all, [dx, dy]) {
    const here = from.getBoundingClientRect();
    let [found, least] = [null, Infinity];
    for (const one of all) {
      const there = one.getBoundingClientRect();
      if (one === from || !there.width) continue;
      const x = there.left + there.width / 2 - here.left - here.width / 2;
      const y = there.top + there.height / 2 - here.top - here.height / 2;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy + y * dx);
      const far = Math.hypot(x, y) + (aside > ahead + 1 ? 9999 + 3 * aside : 0);
      if (ahead > 1 && far < least) [found, least] = [one, far];
    }
    return found;
  }

  function goal(event, group) {
    const all = stops(group).filter((one) => one.checkVisibility?.() ?? true);
    if (event.key === "Home") return all[0];
    if (event.key === "End") return all.at(-1);
    if (!(event.key in WAYS)) return null;
    const [dx, dy] = WAYS[event.key];
    if (group.matches(LISTS.join(", "))) return all[all.indexOf(event.target) + dx + dy];
    return nearest(event.target, all, [dx, dy]);
  }

  function press(element) {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  // --- keys -------------------------------------------------------------------------------------------------------
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab" || event.key in WAYS) root.classList.add("by-keys");
    if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      if (escape(event.target)) event.preventDefault();
      return;
    }
    if (event.shiftKey || typing(event.target)) return;
    if (event.repeat && [" ", "Enter"].includes(event.key) && event.target.matches("#live a")) {
      event.preventDefault(); // a key that is held down chooses, it doesn't confirm
      return;
    }
    const group = groupOf(event.target);
    const there = group && stops(group).includes(event.target) ? goal(event, group) : null;
    if (there) there.focus();
    else if (event.key === " " && event.target.matches("#live a")) press(event.target);
    else if (!/^[1-9]$/.test(event.key) || !event.target.closest("#board, .dock") || !number(event.key)) return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", () => root.classList.remove("by-keys"));

  // A choice is made at once; what can't be undone waits for Enter.
  function number(key) {
    const button = document.querySelectorAll(".dock .bar .button")[Number(key) - 1];
    button?.focus();
    if (button?.matches("a[href*='?pick=']:not([aria-current])")) press(button);
    return button;
  }

  function escape(from) {
    const sheet = from.closest?.("details[open]");
    const back = typing(from) ? null : document.getElementById("back");
    if (sheet) {
      sheet.open = false;
      sheet.querySelector("summary").focus();
    } else if (back) press(back);
    return sheet ?? back;
  }

  // A link that skips leads into what it names, not only before it; beside the board that is the list of moves.
  document.addEventListener("click", (event) => {
    const skip = event.target.closest?.("a.skip");
    if (!skip) return;
    event.preventDefault();
    const place = (skip.hash === "#side" && document.getElementById("moves")) || document.querySelector(skip.hash);
    if (place.localName === "details") place.open = true;
    ((groupOf(place) === place && stop(place)) || place).focus();
  });

  gather();
})();
