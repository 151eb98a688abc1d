// Keeps the page of a table up to date. The server says only "something changed"; the page fetches its own view.
"use strict";

(() => {
  const table = document.getElementById("table");
  if (!table?.dataset.socket || !window.htmx) return;
  const htmx = window.htmx;
  const lost = document.getElementById("lost");
  const failed = document.getElementById("failed");
  const said = document.getElementById("said");
  const icon = document.getElementById("icon");
  const calmIcon = icon?.getAttribute("href");
  const SILENCE = 70_000; // ms without a heartbeat (one comes every 25 s) before a socket counts as dead
  const OPENING = 10_000; // ms that a socket may take to open
  const MOST_TOLD = 8; // lines of the log that are read out at once
  const live = () => document.getElementById("live");
  const version = () => Number(live()?.dataset.version ?? 0);

  // --- fetching --------------------------------------------------------------------------------------------------
  let sent = 0; // requests are counted, so that a late answer never replaces a newer one
  let shown = 0;
  let posting = false;
  let again = ""; // something changed while a move was under way: "newer" is a version, "anyway" anything else
  let newest = 0; // the last version told of
  let wanted = null; // the selection that was tapped and is not shown yet, and the number of its request
  const numbers = new WeakMap();

  let fetching = false;
  let next = null; // what to fetch when the present answer is there

  // One at a time, and none while a move is under way: an answer is put where the live part stood when it was asked for,
  // which another answer takes off the page.
  function get(address) {
    if (fetching || posting) {
      next = address;
      return;
    }
    fetching = true;
    htmx.ajax("GET", address, { source: table, target: "#live", swap: "outerHTML" }).then(fetched, fetched);
  }

  function fetched() {
    fetching = false;
    if (posting || next === null) return;
    const address = next;
    next = null;
    get(address);
  }

  // Asked because of a new version, the server draws nothing where no more than a line of the chat is new.
  function refetch(news = false) {
    const said = live()?.dataset.said;
    const picked = wanted?.pick ?? live()?.dataset.picked; // an update must not undo a tap that came before it
    const asked = new URLSearchParams(picked ? { pick: picked } : {});
    if (news && said && !wanted) {
      asked.set("have", version());
      asked.set("said", said);
    }
    if (posting) again = news && again !== "anyway" ? "newer" : "anyway";
    else get(table.dataset.fragment + (asked.size ? `?${asked}` : ""));
  }

  const tellChange = () => document.dispatchEvent(new Event("table:changed"));

  // A tap selects; a second tap on what is selected confirms it. Caught before htmx, whose answer could be too late.
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest?.("#live a[href*='?pick='], #live a[href*='?show=']");
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    if (posting) return;
    const address = link.getAttribute("href");
    const pick = new URL(address, location.href).searchParams.get("pick");
    const form = document.getElementById("confirm-form");
    if (pick && form?.elements.move.value === pick) form.requestSubmit();
    else {
      if (pick !== null) wanted = { pick, number: sent + 1 };
      get(address);
    }
  }, true);

  // --- around a request ------------------------------------------------------------------------------------------
  const SCROLLED = [".strip", ".hand-area", ".dock", ".side", ".log"];
  let focused = null;
  let opened = new Map();
  let scrolled = []; // how far down each of those was
  let typed = []; // what stands in fields, and where the caret is
  let known = new Set();
  let happened = []; // lines of the log that have not been told yet
  const words = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const asked = () => words(live()?.querySelector("#question"));
  const promised = () => words(live()?.querySelector("#preview"));
  let question = asked();
  let promise = promised();

  // What finds an element again in the next version of the page: its id, or its kind within the nearest thing with an id.
  function handle(element) {
    if (element.id) return `#${CSS.escape(element.id)}`;
    const around = element.closest("[id]");
    return around === live() ? "#question" : `#${CSS.escape(around.id)} ${element.localName}`;
  }

  const buttons = () => live()?.querySelectorAll("form button") ?? [];
  const ours = (event) => event.detail.target?.id === "live";

  document.addEventListener("htmx:configRequest", (event) => {
    if (ours(event) && document.hidden) event.detail.headers["X-Hidden"] = "1"; // fetched, but not looked at
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!ours(event)) return;
    numbers.set(event.detail.xhr, ++sent);
    if (event.detail.requestConfig.verb !== "post") return;
    posting = true;
    wanted = null;
    waiting = null; // what is posted now takes the place of what did not arrive
    if (live().contains(document.activeElement)) focused = "#question"; // a move made leads to what is asked next
    live().setAttribute("aria-busy", "true");
    buttons().forEach((button) => { button.disabled = true; });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ours(event) || event.detail.xhr.status === 204) return;
    const { xhr, serverResponse } = event.detail;
    if (posting && event.detail.requestConfig.verb !== "post") { // asked for before the move that is under way
      event.detail.shouldSwap = false;
      again = "anyway";
      return;
    }
    const page = /<div id="live"[^>]*data-page="(\w+)"/.exec(serverResponse)?.[1];
    const number = numbers.get(xhr);
    if (page !== live().dataset.page) { // the match began, or this browser no longer sits here
      event.detail.shouldSwap = false;
      if (page || xhr.status < 500) location.reload();
      return;
    }
    event.detail.shouldSwap = number >= shown;
    event.detail.isError = false;
    if (!event.detail.shouldSwap) return;
    shown = number;
    if (wanted && number >= wanted.number) wanted = null;
    if (live().contains(document.activeElement)) focused ??= handle(document.activeElement);
    opened = new Map([...live().querySelectorAll("details[id]")].map((details) => [details.id, details.open]));
    scrolled = SCROLLED.map((name) => [name, live().querySelector(name)?.scrollTop]);
    typed = [...live().querySelectorAll("input[id]:not([type=hidden], [readonly])")]
      .map(({ id, value, selectionStart, selectionEnd }) => [id, value, selectionStart, selectionEnd]);
    known = new Set([...live().querySelectorAll(".log li")].map((line) => line.id));
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!ours(event)) return;
    if (event.detail.requestConfig.verb === "post") failed.hidden = true;
    for (const [id, open] of opened) {
      const details = document.getElementById(id);
      if (details) details.open = open;
    }
    for (const [name, top] of scrolled) {
      const box = top && live().querySelector(name);
      if (box) box.scrollTop = top;
    }
    for (const [id, value, ...caret] of typed) {
      const field = value && document.getElementById(id);
      if (!field) continue;
      field.value = value;
      if (focused === handle(field) && caret[0] !== null) field.setSelectionRange(...caret);
    }
    if (known.size) {
      const fresh = [...live().querySelectorAll(".log li")].filter((line) => !known.has(line.id));
      fresh.forEach((line) => line.classList.add("fresh"));
      happened.push(...fresh.map(words));
    }
    showTurn();
    tellChange();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!ours(event)) return;
    if (focused && document.activeElement === document.body) {
      (document.querySelector(focused) ?? document.getElementById("question"))?.focus({ preventScroll: true });
    }
    focused = null;
    tell();
  });

  // One sentence an update for who can't see it: what happened, what is asked now (unless the focus, which is read
  // anyway, is on it), what the selection would do.
  function tell() {
    const parts = happened.splice(0).slice(-MOST_TOLD);
    if (asked() !== question && document.activeElement?.id !== "question") parts.push(asked());
    if (promised() !== promise) parts.push(promised());
    question = asked();
    promise = promised();
    const told = parts.filter(Boolean).join(" ");
    if (told) said.textContent = told;
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (ours(event) && event.detail.xhr.status === 204) onlyChat(event.detail.xhr);
    if (!ours(event) || event.detail.requestConfig.verb !== "post") return;
    posting = false;
    live().removeAttribute("aria-busy");
    buttons().forEach((button) => { button.disabled = false; });
    if (focused && !event.detail.successful) { // while it was off, the button lost the focus
      focused = null;
      if (document.activeElement === document.body) event.detail.elt.querySelector("button")?.focus({ preventScroll: true });
    }
    const why = next === null ? again : "anyway";
    again = "";
    next = null;
    if (why === "anyway" || (why && newest > version())) refetch(why === "newer");
  });

  function onlyChat(xhr) {
    if (xhr.getResponseHeader("X-Had") !== live().dataset.version) return;
    live().dataset.version = xhr.getResponseHeader("X-Version");
    live().dataset.said = xhr.getResponseHeader("X-Said");
    tellChange();
  }

  function showTurn() {
    const mine = "myTurn" in live().dataset;
    const unread = Number(table.dataset.unread ?? 0);
    document.title = (mine ? "● " : "") + (unread ? `(${unread}) ` : "") + table.dataset.title;
    icon?.setAttribute("href", mine ? icon.dataset.turn : unread ? icon.dataset.unread : calmIcon);
    const others = document.getElementById("others");
    if (others) {
      others.textContent = live().dataset.others;
      others.hidden = !Number(live().dataset.others);
    }
  }

  // --- a move that did not arrive is repeated once, with the same key: the server takes it once ------------------------
  let waiting = null;

  function keep(event) {
    const { requestConfig: config, xhr } = event.detail;
    if (!ours(event) || (xhr.status && xhr.status < 500)) return;
    const broken = xhr.status === 500; // to ask again by itself would not help
    if (config.verb !== "post") {
      if (!broken && socket?.readyState === WebSocket.OPEN) setTimeout(refetch, 3000);
      return;
    }
    const values = Object.fromEntries(config.formData ?? Object.entries(config.parameters));
    if (broken || config.headers["X-Repeated"] || !values.key) { // without a key it would be taken twice
      failed.hidden = false;
      return;
    }
    waiting = { path: config.path, values };
    if (socket?.readyState === WebSocket.OPEN) setTimeout(repeat, 1500);
    else failed.hidden = false;
  }
  document.addEventListener("htmx:sendError", keep);
  document.addEventListener("htmx:timeout", keep); // a request that hangs would hold up all that come after it
  document.addEventListener("htmx:responseError", keep);

  function repeat() {
    if (!waiting) return false;
    const { path, values } = waiting;
    waiting = null;
    failed.hidden = true;
    htmx.ajax("POST", path, { source: failed, target: "#live", swap: "outerHTML", values, headers: { "X-Repeated": "1" } }).catch(() => {});
    return true;
  }

  // --- the socket --------------------------------------------------------------------------------------------------
  let socket = null;
  let tries = 0;
  let timer = 0;
  let silence = 0;

  function connect() {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const url = new URL(table.dataset.socket, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    listen(OPENING);
    socket.onopen = () => {
      lost.hidden = true;
      if (tries && !repeat()) refetch();
      tries = 0;
      listen();
    };
    socket.onmessage = (message) => {
      listen();
      const news = JSON.parse(message.data);
      const now = news.version ?? news.ply;
      newest = Math.max(newest, now ?? 0);
      const here = live()?.dataset.here;
      const moved = news.changed || (news.here && here !== undefined && String(news.here) !== here);
      if (moved || (now !== undefined && now !== version())) refetch(!moved);
    };
    socket.onclose = (event) => {
      clearTimeout(silence);
      if (event.code === 4403) refetch();
      tries += 1;
      if (tries > 1) {
        lost.hidden = false;
        if (event.code !== 4403 && document.visibilityState === "visible") refetch(); // where sockets don't get through, this does
      }
      const wait = Math.min(10_000, 500 * 2 ** Math.min(tries, 5)) * (0.5 + Math.random() / 2);
      timer = setTimeout(connect, wait);
    };
  }

  function listen(patience = SILENCE) {
    clearTimeout(silence);
    silence = setTimeout(() => socket.close(), patience);
  }

  function wake() {
    if (socket?.readyState !== WebSocket.OPEN) {
      connect();
      return;
    }
    lost.hidden = true;
    if (!repeat()) refetch();
  }
  addEventListener("offline", () => { lost.hidden = false; });
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => socket?.close());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  document.addEventListener("talk:unread", showTurn);

  showTurn();
  connect();
})();
