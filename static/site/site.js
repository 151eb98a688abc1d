// What every page can do a little better with a script: copy a link, switch the light, tell times in the reader's zone, keep the worker.
"use strict";

(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // Day and night without a round trip; the form does the same without a script.
  document.addEventListener("submit", (event) => {
    const theme = event.target.id === "theme" && event.submitter?.value;
    if (!theme) return;
    event.preventDefault();
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name='theme-color']")) {
      const night = theme === "system" ? meta.media.includes("dark") : theme === "dark";
      meta.content = night ? meta.dataset.night : meta.dataset.day;
    }
    for (const button of event.target.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const box = button.closest(".copy");
    const field = box.querySelector("input");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    box.classList.add("copied");
    setTimeout(() => box.classList.remove("copied"), 2500);
  });

  // n: to the next table that waits, unless one is typing.
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing) return;
    document.getElementById("next")?.click();
  });

  // A ready-made choice takes the place of the number that was typed beside it.
  document.addEventListener("change", (event) => {
    const typed = event.target.closest?.(".choices")?.nextElementSibling;
    if (event.target.type === "radio" && typed?.matches(".other-number")) typed.querySelector("input").value = "";
  });

  // A default that goes with another choice is chosen with it, until one has chosen oneself.
  for (const field of document.querySelectorAll("[data-by]")) {
    const others = [...document.getElementsByName(field.dataset.by)];
    const usual = field.querySelector("input[value='']");
    const typed = field.querySelector(".other-number input");
    let mine = !usual?.checked || Boolean(typed?.value);
    const follow = () => {
      const value = others.find((other) => other.checked)?.value;
      const found = !mine && field.querySelector(`[data-with~="${value}"] input`);
      if (found) found.checked = true;
    };
    field.addEventListener("input", () => { mine = true; });
    for (const other of others) other.addEventListener("change", follow);
    follow();
    if (usual && !usual.checked) usual.closest("label").hidden = true;
  }

  // Without a network a form stays as it is: sending it would lose what was typed.
  const unsent = document.getElementById("unsent");
  document.addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented || event.target.hasAttribute("hx-post")) return;
    event.preventDefault();
    unsent.hidden = false;
  });
  addEventListener("online", () => { unsent.hidden = true; });

  // One click, one post; the button comes back with the page ("back" may show it again).
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.hasAttribute("hx-post")) return;
    const buttons = [...event.target.querySelectorAll("button")];
    setTimeout(() => buttons.forEach((button) => { button.disabled = true; }), 0);
    addEventListener("pageshow", () => buttons.forEach((button) => { button.disabled = false; }), { once: true });
  });

  // Shows what is pushed, and a page of ours where there is no network.
  addEventListener("load", () => navigator.serviceWorker?.register(root.dataset.worker, { scope: "/" }).catch(() => {}));

  // The server writes times in the reader's zone once it knows it, in mails too.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
    document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  }

  // <time data-local>: the reader's own zone, named. <time data-due>: the same, or minutes and seconds in the last hour.
  const far = new Intl.DateTimeFormat(root.lang || undefined, { weekday: "short", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const farther = new Intl.DateTimeFormat(root.lang || undefined, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZoneName: "short" });

  function clocks() {
    const now = Date.now();
    for (const time of document.querySelectorAll("time[data-due], time[data-local]")) {
      const when = new Date(time.dateTime);
      const left = Math.max(0, Math.ceil((when - now) / 1000));
      const near = "due" in time.dataset && left < 3600;
      const form = Math.abs(when - now) < 6 * 86400e3 ? far : farther;
      const words = near ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : form.format(when);
      if (time.textContent !== words) time.textContent = words;
      if ("due" in time.dataset) time.parentElement.classList.toggle("soon", left < 20);
    }
  }
  clocks();
  setInterval(clocks, 1000);
  document.addEventListener("htmx:afterSwap", clocks);
})();
