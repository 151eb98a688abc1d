// The service worker: shows what is pushed, opens the table on a click, and answers with a page of ours where a page
// can't be fetched. It keeps nothing: that page comes with it as OFFLINE (portal/views/push.py), in the reader's
// language, so that a release or another language brings both anew.
/* global OFFLINE */
"use strict";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  // Pages are asked for while the worker still wakes up.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(fetched(event));
});

async function fetched(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": OFFLINE.policy };
    return new Response(OFFLINE.page, { status: 503, headers });
  }
}

addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data.json();
  } catch {
    return; // nothing of ours
  }
  // Later news of a table take the place of earlier ones, and are heard all the same.
  const shown = { tag: String(said.tag), renotify: true, lang: said.language, data: { url: String(said.url) } };
  event.waitUntil(registration.showNotification(String(said.title), shown));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, location.origin);
  if (url.origin !== location.origin) return;
  event.waitUntil((async () => {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
    await (open ? open.focus() : clients.openWindow(url.href));
  })());
});
