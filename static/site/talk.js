// Chat and notes: fetched when something was said, marked as read when seen, and never losing what is half typed.
"use strict";

(() => {
  const table = document.getElementById("table");
  const talk = document.getElementById("talk");
  if (!talk || !window.htmx) return;
  const htmx = window.htmx;
  const chat = document.getElementById("chat");
  const failed = document.getElementById("talk-failed");
  const lines = () => document.getElementById("lines");

  // --- drafts: kept for this tab, until they have arrived --------------------------------------------------------
  const place = (field) => `draft ${location.pathname} ${talk.dataset.seat} ${field.dataset.draft}`;

  for (const field of talk.querySelectorAll("[data-draft]")) {
    const draft = sessionStorage.getItem(place(field));
    if (draft !== null) field.value = draft;
    field.addEventListener("input", () => sessionStorage.setItem(place(field), field.value));
  }

  const sent = new WeakMap();
  const field = (event) => talk.contains(event.detail.elt) ? event.detail.elt.querySelector?.("[data-draft]") : null;

  document.addEventListener("htmx:beforeRequest", (event) => {
    const written = field(event);
    if (written) sent.set(event.detail.xhr, written.value);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const written = field(event);
    if (!written || event.detail.requestConfig.verb !== "post") return;
    const { xhr } = event.detail;
    failed.hidden = [200, 409, 422, 429].includes(xhr.status);
    if (xhr.status !== 200 || written.value !== sent.get(xhr)) return; // typed on meanwhile: that is not sent yet
    if (written.dataset.draft === "chat") written.value = "";
    sessionStorage.removeItem(place(written));
  });

  // Another of the players of this device looks now, or nobody does: what is written here is not for their eyes.
  document.addEventListener("table:changed", () => {
    if (document.getElementById("live").dataset.seat === talk.dataset.seat) return;
    talk.hidden = true;
    location.reload();
  });

  // --- lines -----------------------------------------------------------------------------------------------------
  if (!chat) return;
  let at = 0;

  let fetching = false;
  let more = false; // said while the lines were fetched

  // One at a time: a second request would wait with the lines of now as its target, which the first answer takes away.
  function get() {
    if (fetching) {
      more = true;
      return;
    }
    fetching = true;
    const first = chat.querySelector(".said");
    const since = first && chat.querySelectorAll(".said").length > 50 ? `?since=${first.id.slice(5)}` : "";
    htmx.ajax("GET", chat.dataset.page + since, { source: chat, target: "#lines", swap: "outerHTML" }).then(got, got);
  }

  function got() {
    fetching = false;
    if (!more) return;
    more = false;
    get();
  }

  const said = () => document.getElementById("live")?.dataset.said;

  function hear() {
    if (said() && said() !== lines().dataset.stamp) get();
  }

  function show() {
    const unread = Number(lines().dataset.unread);
    for (const badge of [document.getElementById("unread"), document.getElementById("to-chat")]) {
      if (!badge) continue;
      badge.hidden = !unread;
      badge.querySelector("b").textContent = unread > 99 ? "99+" : String(unread);
    }
    table.dataset.unread = String(unread);
    document.dispatchEvent(new Event("talk:unread"));
  }

  const seen = () => chat.open && document.visibilityState === "visible" && inView;
  let inView = false;

  function read() {
    const { last, unread } = lines().dataset;
    if (!seen() || !Number(unread) || !last) return;
    const csrfmiddlewaretoken = document.querySelector("#say [name=csrfmiddlewaretoken]").value;
    const body = new URLSearchParams({ to: last, csrfmiddlewaretoken });
    fetch(chat.dataset.read, { method: "POST", body }).then((answer) => {
      if (!answer.ok || lines().dataset.last !== last) return;
      lines().dataset.unread = "0";
      show();
    }).catch(() => {});
  }

  // Requests are counted: a late answer never replaces a newer one.
  let asked = 0;
  let shown = 0;
  let within = false;
  const numbers = new WeakMap();
  document.addEventListener("htmx:beforeSend", (event) => {
    if (event.detail.target?.id === "lines") numbers.set(event.detail.xhr, ++asked);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "lines") return;
    const number = numbers.get(event.detail.xhr);
    if (number < shown) event.detail.shouldSwap = false;
    else if (event.detail.shouldSwap) shown = number;
    at = chat.querySelector(".lines")?.scrollTop ?? 0;
    within = lines().contains(document.activeElement);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "lines") return;
    if (event.detail.requestConfig.verb === "get") chat.querySelector(".lines").scrollTop = at;
    else if (fetching) more = true; // the answer on its way finds no place any more
    if (within) chat.querySelector(".lines").focus({ preventScroll: true });
    show();
    read();
  });

  const kept = `open ${location.pathname}`;
  chat.addEventListener("toggle", () => {
    sessionStorage.setItem(kept, chat.open ? "1" : "");
    if (chat.open && !lines().dataset.last) get();
    read();
  });
  new IntersectionObserver(([entry]) => {
    inView = entry.isIntersecting;
    read();
  }).observe(chat);
  document.addEventListener("visibilitychange", read);
  document.getElementById("to-chat")?.addEventListener("click", () => { chat.open = true; });
  document.addEventListener("table:changed", hear);
  if (sessionStorage.getItem(kept)) chat.open = true;
  show();
})();
