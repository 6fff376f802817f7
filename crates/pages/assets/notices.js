// Turns notices on in this browser, and guesses where somebody lives.
"use strict";
// Names are this script's own: all scripts of a page share theirs.
{
  for (const field of document.querySelectorAll("[data-guess]")) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone) field.value = zone;
  }

  const box = document.querySelector("[data-push]");
  if (box) {
    const button = box.querySelector("button"), status = box.querySelector("[role=status]");
    const tell = (words) => { status.textContent = words; };
    const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    if (!able) {
      button.disabled = true;
      tell(box.dataset.sayCannot);
    } else if (Notification.permission === "denied") {
      tell(box.dataset.sayDenied);
    }
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        if ((await Notification.requestPermission()) !== "granted") return tell(box.dataset.sayDenied);
        await navigator.serviceWorker.register("/worker.js");
        const { pushManager } = await navigator.serviceWorker.ready;
        // One for another key, as after the server's database was lost, is of no use.
        await (await pushManager.getSubscription())?.unsubscribe();
        const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: box.dataset.push });
        const { endpoint, keys } = made.toJSON();
        const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
        const answer = await fetch("/me/notices/push", { method: "POST", body });
        if (answer.ok) return location.reload();
        tell(answer.status === 403 ? box.dataset.sayRefused : box.dataset.sayFailed);
      } catch {
        tell(box.dataset.sayFailed);
      } finally {
        button.disabled = false;
      }
    });
  }
}
