// The switch "tell me on this device" (templates/push.html): asks the browser, and tells the portal where to push.
"use strict";

(() => {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  const find = () => document.querySelector("form[data-push]");

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  async function current() {
    const worker = await navigator.serviceWorker.getRegistration("/");
    return worker ? worker.pushManager.getSubscription() : null;
  }

  async function show(failed = false) {
    const form = find();
    if (!form) return;
    const subscription = await current();
    const on = Boolean(subscription) && Notification.permission === "granted";
    for (const field of document.querySelectorAll("[data-endpoint]")) field.value = subscription?.endpoint ?? "";
    const blocked = Notification.permission === "denied";
    const now = { on, off: !on && !blocked, blocked, failed };
    for (const part of form.querySelectorAll("[data-when]")) part.hidden = !now[part.dataset.when];
    form.hidden = false;
  }

  async function post(address, subscription) {
    const body = new FormData(find());
    body.set("endpoint", subscription.endpoint);
    body.set("p256dh", text(subscription.getKey("p256dh")));
    body.set("auth", text(subscription.getKey("auth")));
    const answer = await fetch(address, { method: "POST", body, credentials: "same-origin" });
    if (!answer.ok) throw new Error(await answer.text());
  }

  // The portal's key may be another one by now: browsers then want to be asked anew.
  async function subscribe(form) {
    const worker = await navigator.serviceWorker.register(document.documentElement.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    const before = await worker.pushManager.getSubscription();
    if (before && text(before.options.applicationServerKey) === form.dataset.push) return before;
    if (before) await before.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) });
  }

  async function turnOn(form) {
    if (await Notification.requestPermission() === "granted") await keep(form);
  }

  async function keep(form) {
    const subscription = await subscribe(form);
    await post(form.action, subscription);
    sessionStorage.setItem("push", mark(form, subscription));
  }

  async function turnOff(form) {
    const subscription = await current();
    if (!subscription) return;
    await post(form.dataset.off, subscription);
    await subscription.unsubscribe();
  }

  const mark = (form, subscription) => `${form.dataset.who} ${form.dataset.push} ${subscription.endpoint}`;

  // Told on once, a browser says now and then whose it is: another person may be using it, or its address has changed.
  async function renew() {
    const form = find();
    const subscription = await current();
    if (!form || !subscription || Notification.permission !== "granted") return;
    if (sessionStorage.getItem("push") !== mark(form, subscription)) await keep(form);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("form[data-push] [data-do]");
    if (!button) return;
    button.disabled = true;
    let failed = false;
    try {
      await (button.dataset.do === "on" ? turnOn : turnOff)(find());
    } catch {
      failed = true;
    }
    button.disabled = false;
    await show(failed);
  });

  document.addEventListener("htmx:afterSwap", () => show());
  renew().catch(() => {}).then(() => show());
})();
