// A soft sound when it becomes one's turn: off until somebody switches it on, for this browser.
"use strict";

(() => {
  if (!window.AudioContext) return;
  const KEY = "sound";
  const on = () => localStorage.getItem(KEY) === "on";
  const mine = () => "myTurn" in (document.getElementById("live")?.dataset ?? {});
  let audio = null;
  let before = mine();

  function ready() {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  }

  // Two notes of a small bell, a fifth apart.
  function ring() {
    ready();
    [[587.33, 0], [880, 0.16]].forEach(([pitch, after]) => {
      const begins = audio.currentTime + after;
      const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
      const loud = new GainNode(audio, { gain: 0 });
      loud.gain.setValueAtTime(0, begins);
      loud.gain.linearRampToValueAtTime(0.12, begins + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, begins + 0.9);
      tone.connect(loud).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 1);
    });
    document.documentElement.dataset.rang = String(Number(document.documentElement.dataset.rang ?? 0) + 1);
  }

  function show() {
    document.getElementById("sound")?.setAttribute("aria-pressed", String(on()));
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#sound")) return;
    localStorage.setItem(KEY, on() ? "off" : "on");
    show();
    if (on()) ring();
  });

  // Browsers play nothing before the reader has touched the page.
  for (const touch of ["pointerdown", "keydown"]) {
    document.addEventListener(touch, () => on() && ready(), { once: true });
  }

  document.addEventListener("table:changed", () => {
    show();
    if (mine() && !before && on()) ring();
    before = mine();
  });
  show();
})();
