// The others' moves at one's own pace: slower, held, one by one; and what happened while nobody looked, as a short film that can be skipped.
"use strict";
{
const table = () => document.getElementById("table");
const pace = () => Number(localStorage.getItem("pace") ?? 0);
const button = (id) => document.getElementById(id);

let playing = null;
// A change waits while it is somebody else's move, and this page wants to see it later. The own decision is never kept waiting.
let paused = false, steps = 0, last = 0, timer = 0;
hooks.ready = (html) => {
  // A film is seen to its end, or until somebody has seen enough.
  if (playing) return false;
  const now = table();
  if (!now || now.matches(".my-turn, .waiting") || document.visibilityState !== "visible") return true;
  if (/data-steps="(\d+)"/.exec(html)?.[1] === now.dataset.steps) return true;
  if (paused) return steps > 0 && steps--;
  const left = last + pace() - performance.now();
  clearTimeout(timer);
  if (left > 0) {
    timer = setTimeout(pump, left);
    return false;
  }
  last = performance.now();
  return true;
};
hooks.waits = (number) => {
  const step = button("step");
  if (!step) return;
  step.hidden = !paused;
  step.querySelector("b").textContent = number || "";
  button("pause").setAttribute("aria-pressed", paused);
};
hooks.acts = () => endFilm();
document.addEventListener("click", (event) => {
  const { id } = event.target.closest?.("#pause, #step, #film, #film-skip") ?? {};
  if (id === "pause") {
    paused = !paused;
    steps = 0;
    pump();
  } else if (id === "step") {
    // What waits is shown as soon as the button is up.
    steps = 1;
    pump();
  } else if (id === "film") film(since());
  else if (id === "film-skip") endFilm();
});
document.addEventListener("toggle", (event) => { if (event.target.id === "more") button("pace").value = pace(); }, true);
document.addEventListener("change", (event) => {
  if (event.target.id !== "pace") return;
  localStorage.setItem("pace", event.target.value);
  pump();
});

// How far this browser has seen each of its last tables.
const id = location.pathname.split("/")[2];
const looked = () => JSON.parse(localStorage.getItem("looked") ?? "[]");
function note() {
  if (document.visibilityState !== "visible" || !table()?.dataset.steps) return;
  const others = looked().filter(([other]) => other !== id).slice(-30);
  localStorage.setItem("looked", JSON.stringify([...others, [id, Number(table().dataset.steps)]]));
}

// The film: the same board, moment by moment, as the replay shows it. The table itself waits beside it, whole and live.
const since = () => Number(new URL(document.querySelector("#log .since")?.href ?? location).searchParams.get("at") ?? table().dataset.steps);
function endFilm() {
  if (!playing) return;
  const { real, stage } = playing;
  playing = hooks.line = null;
  stage.replaceWith(real);
  document.getElementById("film-box").hidden = true;
  pump();
}
async function moment(at) {
  const address = new URL(document.querySelector("#tools a[href*='/replay']").href);
  address.searchParams.set("at", at);
  const answer = await fetch(address);
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}
const wait = (time) => new Promise((done) => setTimeout(done, time));
async function film(from) {
  const to = Number(table().dataset.steps), first = Math.max(from, to - 24), real = document.getElementById("board");
  if (playing || to - first < 1 || !real) return;
  const stage = real.cloneNode(true), mine = { real, stage };
  playing = mine;
  real.replaceWith(stage);
  const box = document.getElementById("film-box"), each = still() ? 1600 : Math.max(pace(), to - first > 10 ? 600 : 1000);
  for (let at = first; at <= to; at += 1) {
    const page = await moment(at).catch(() => null), board = page?.getElementById("board");
    if (playing !== mine) return;
    if (!board) break;
    hooks.watch();
    morph(stage, board);
    const line = hooks.line = page.querySelector(".moment-line");
    if (at > first) hooks.tell({ moves: true });
    box.hidden = false;
    box.querySelector(".caption").textContent = [...(line?.childNodes ?? [])].filter((one) => !one.matches?.(".badge")).map((one) => one.textContent).join("").trim();
    box.querySelector("progress").max = to - first;
    box.querySelector("progress").value = at - first;
    await wait(each);
    if (playing !== mine) return;
  }
  endFilm();
}
// Whoever does anything else has seen enough; what was clicked is what is taken.
document.addEventListener("pointerdown", (event) => { if (!event.target.closest?.("#film-box, #film")) endFilm(); }, true);
document.addEventListener("keydown", (event) => { if (!event.target.closest?.("#film-box, #film")) endFilm(); }, true);

// Whoever comes back to a table is shown what happened there.
function back() {
  const seen = new Map(looked()).get(id) ?? 0, from = Math.max(seen, since());
  offer();
  if (seen && !still() && document.visibilityState === "visible" && table()?.matches(".my-turn") && Number(table().dataset.steps) - from > 1) film(from).finally(note);
  else note();
}
function offer() {
  if (button("film")) button("film").hidden = !document.querySelector("#log .since");
}
hooks.after.push(() => {
  offer();
  note();
});
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") back(); });
addEventListener("DOMContentLoaded", back);
}
