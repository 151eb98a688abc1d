// Goes into a page that stands alone (templates/alone.html): the reader's light and language, and back as soon as one can.
"use strict";

(() => {
  const root = document.documentElement;
  const theme = /(?:^|; )theme=(dark|light)/.exec(document.cookie)?.[1];
  if (theme) root.dataset.theme = theme;

  // Where the words stand in several languages, the first one that the reader knows.
  const all = [...document.querySelectorAll("[data-words]")];
  const base = (code) => code.toLowerCase().split("-")[0];
  const known = (navigator.languages ?? [navigator.language]).map(base);
  const mine = known.map((code) => all.find((words) => base(words.lang) === code)).find(Boolean) ?? all[0];
  root.lang = mine.lang;
  document.title = document.querySelector(".brand-name").textContent = mine.dataset.words;
  for (const words of all) words.hidden = words !== mine;

  let wait = 3000;
  async function look() {
    try {
      if ((await fetch("/health/", { cache: "no-store" })).ok) {
        location.reload();
        return;
      }
    } catch {
      // not yet
    }
    wait = Math.min(8000, wait * 1.5);
    setTimeout(look, wait * (0.75 + Math.random() / 2));
  }
  setTimeout(look, wait);
  addEventListener("online", () => location.reload());
})();
