// Copies and shares links, and goes to the next game by a key. Every page works without it.
"use strict";
const root = document.documentElement;
root.classList.add("scripted");
if (navigator.share) root.classList.add("shares");

// The clipboard is only there where the connection is safe; the older way works everywhere.
async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest?.("[data-copies]"), share = event.target.closest?.("[data-shares]");
  if (copy) {
    const done = await copied(document.getElementById(copy.dataset.copies));
    copy.parentElement.querySelector("[role=status]").textContent = done ? copy.dataset.sayCopied : copy.dataset.sayNot;
  }
  if (share) navigator.share({ title: document.title, url: document.getElementById(share.dataset.shares).value }).catch(() => {});
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.nodeName)) return;
  if (event.key === ".") document.querySelector("a.next")?.click();
});

// How many games wait, on the icon of the site where it has one, and in the title of pages that are no table's.
const gamesWaiting = Number(document.querySelector("a.next")?.dataset.count ?? 0);
function showBadge() {
  const number = gamesWaiting + (document.querySelector(".my-turn") ? 1 : 0);
  (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {});
}
if (gamesWaiting && !document.getElementById("table")) document.title = `(${gamesWaiting}) ${document.title}`;
showBadge();
// The title tells when that changes.
new MutationObserver(showBadge).observe(document.querySelector("title"), { childList: true });

// A page that waits for another device, for opponents or for a round looks by itself whether it has gone on.
const waits = document.querySelector("[data-poll=open], [data-poll=asked], [data-poll^=turn]");
if (waits) {
  setInterval(async () => {
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-poll]");
    if (now?.outerHTML !== waits.outerHTML && now?.dataset.poll !== waits.dataset.poll) location.reload();
  }, 1500);
}
