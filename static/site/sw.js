// The service worker: shows what is pushed, and opens the table on a click. It keeps nothing and answers no request.
"use strict";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

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
