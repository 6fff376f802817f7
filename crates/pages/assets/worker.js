// Shows notices while no page is open.
"use strict";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const { text, path, count } = event.data.json();
  const show = async () => {
    if (count) navigator.setAppBadge?.(count).catch(() => {});
    const open = await clients.matchAll({ type: "window" });
    // Whoever looks at the table has seen it.
    if (open.some((page) => page.focused && new URL(page.url).pathname === path)) return;
    await registration.showNotification("Gloria", { body: text, tag: "turn", renotify: true, icon: "ICON", data: path });
  };
  event.waitUntil(show());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const go = async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find((page) => new URL(page.url).pathname === path) ?? open[0];
    if (!there) return clients.openWindow(path);
    await there.focus();
    if (new URL(there.url).pathname !== path) await there.navigate(path);
  };
  event.waitUntil(go());
});

// The browser has another address from now on.
addEventListener("pushsubscriptionchange", (event) => {
  const again = async () => {
    const key = event.oldSubscription?.options.applicationServerKey;
    const fresh = event.newSubscription ?? (key && (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    await fetch("/me/notices/push", { method: "POST", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }) });
  };
  event.waitUntil(again());
});
