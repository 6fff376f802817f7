// One small script: live updates, morphing, keyboard, drag. Every page works without it, by forms and links.
"use strict";
// What the scripts beside it add: what is done before and after each change of the table, and whether a change may be shown yet.
const hooks = { before: [], after: [], ready: () => true, waits() {}, acts() {}, sound() {} };
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || localStorage.getItem("calm") === "1";

// Makes `from` look like `to`, keeping elements (and with them focus, scroll and open menus) wherever they fit.
// A stub stands for what stays as it is.
const isStub = (node) => node.nodeName === "WBR" && node.id !== "";
let kept = new Map();
// Something new, with all that stays as it is in the places of its stubs.
function whole(node) {
  if (isStub(node)) return kept.get(node.id);
  for (const stub of node.querySelectorAll?.("wbr[id]") ?? []) stub.replaceWith(kept.get(stub.id));
  return node;
}
function morph(from, to) {
  if (isStub(to)) return;
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || (from.id || "") !== (to.id || "")) {
    // What stays may lie in what goes: it is taken out of it first.
    const next = whole(to);
    from.replaceWith(next);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    // What somebody is typing stays; a button's value is the decision it takes, and must be the new one.
    if (name === "value" && from === document.activeElement && from.nodeName !== "BUTTON") continue;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const byId = new Map();
  for (const child of from.children) if (child.id) byId.set(child.id, child);
  const wants = new Set([...to.children].map((child) => child.id).filter(Boolean));
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let match = null;
    if (wanted.id && byId.has(wanted.id)) match = byId.get(wanted.id);
    else if (at && at.nodeName === wanted.nodeName && !at.id && !wanted.id) match = at;
    if (match) {
      // What is in the way goes, rather than that the match is moved: a menu that is moved closes.
      while (at && at !== match && match.id && !(at.id && wants.has(at.id))) {
        const next = at.nextSibling;
        at.remove();
        at = next;
      }
      if (match === at) at = at.nextSibling;
      else from.insertBefore(match, at);
      morph(match, wanted);
    } else {
      // What is taken into it may lie here, at the very place.
      const taken = new Set([...(wanted.querySelectorAll?.("wbr[id]") ?? [])].map((stub) => kept.get(stub.id)));
      while (at && taken.has(at)) at = at.nextSibling;
      from.insertBefore(whole(wanted), at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// While a button is held down or something is dragged nothing changes under it: what was pressed is what is taken.
let held = false, waiting = [], dragged = null;
function swap(html) {
  waiting.push(html);
  pump();
}
// Shows what waits, in its order, as far as it may be shown now.
function pump() {
  while (waiting.length && !held && hooks.ready(waiting[0])) show(waiting.shift());
  hooks.waits(waiting.length);
}
// Shows all that waits, whoever would rather see it slowly.
function flush() {
  while (waiting.length) show(waiting.shift());
  hooks.waits(0);
}
function release() {
  held = false;
  pump();
}
document.addEventListener("pointerdown", () => { held = true; }, true);
// The click comes after the pointer is up.
document.addEventListener("pointerup", () => setTimeout(release), true);
// A browser takes the pointer away when a drag begins.
document.addEventListener("pointercancel", () => { if (!dragged) release(); }, true);
document.addEventListener("dragend", () => {
  dragged = null;
  for (const spot of document.querySelectorAll(".drop")) spot.classList.remove("drop");
  release();
}, true);
addEventListener("blur", release);

// Whether a table says something that is for this page alone: why a post was refused, or a hint.
const noted = (table) => table.querySelector("#refused, #advice") !== null;

// Whatever fails beside it, the table goes on.
function tellAll(all, info) {
  for (const one of all) {
    try {
      one(info);
    } catch (fault) {
      console.error(fault);
    }
  }
}

function show(html) {
  const table = document.getElementById("table");
  if (!table) return;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const next = holder.content.firstElementChild;
  if (!next || Number(next.dataset.seq) < Number(table.dataset.seq)) return;
  const { base } = next.dataset;
  if (base !== undefined) {
    if (next.dataset.seq === table.dataset.seq) return;
    // An update to another page than this one: the whole is asked for.
    if (base !== table.dataset.seq || !fits(next)) return reopen?.();
  }
  // What is shown already is not shown again.
  if (next.dataset.seq === table.dataset.seq && !noted(next) && !noted(table)) return;
  // A game that has begun needs another page than the one where it was waited for.
  if (next.classList.contains("waiting") !== table.classList.contains("waiting")) return location.reload();
  const wasMine = table.classList.contains("my-turn"), { steps } = table.dataset;
  tellAll(hooks.before);
  if (base === undefined) morph(table, next);
  else patch(table, next);
  const mine = table.classList.contains("my-turn");
  tellAll(hooks.after, { moves: table.dataset.steps !== steps, mine, wasMine });
  document.title = document.title.replace(/^● /, "");
  if (mine) document.title = "● " + document.title;
}

// Whether this page has all that an update leaves as it is; a row of such things becomes one stub each.
function fits(next) {
  for (const row of next.querySelectorAll("wbr[to]")) {
    const last = row.getAttribute("to");
    let at = document.getElementById(row.id);
    for (; at && at.id !== last; at = at.nextElementSibling) {
      const one = document.createElement("wbr");
      one.id = at.id;
      row.before(one);
    }
    row.id = last;
  }
  kept = new Map([...next.querySelectorAll("wbr[id]")].map((stub) => [stub.id, document.getElementById(stub.id)]));
  return [...kept.values()].every(Boolean) && [...next.children].every((part) => document.getElementById(part.id));
}

// Takes an update in: each of its parts in the place of the one it follows, all else stays.
function patch(table, next) {
  for (const note of table.querySelectorAll("#refused, #advice")) note.remove();
  for (const part of [...next.children]) morph(document.getElementById(part.id), part);
  kept = new Map();
  for (const name of ["class", "data-seq", "data-steps"]) table.setAttribute(name, next.getAttribute(name));
  for (const field of table.querySelectorAll("input[name=seq]")) field.setAttribute("value", next.dataset.seq);
}

// What the bar at the bottom says; without words it goes away.
// The words are the page's, in its language.
const say = document.body.dataset;
let posting = false;
function notice(words) {
  const bar = document.getElementById("offline");
  if (!bar) return;
  if (words) bar.textContent = words;
  bar.hidden = !words;
}

// The stream that shows every change, and whether it is there.
let source = null, reopen = null;
const streaming = () => source?.readyState === EventSource.OPEN;

function live() {
  const holder = document.getElementById("live");
  if (!holder) return;
  let wait = 500;
  const open = (whole) => {
    const seq = document.getElementById("table")?.dataset.seq ?? 0;
    const address = new URL(holder.dataset.live, location);
    address.searchParams.set("after", whole ? 0 : seq);
    if (holder.dataset.parts) address.searchParams.set("parts", holder.dataset.parts);
    source = new EventSource(address);
    const mine = source;
    source.addEventListener("open", () => { wait = 500; if (!posting) notice(); });
    for (const name of ["table", "parts"]) source.addEventListener(name, (event) => { if (source === mine) swap(event.data); });
    source.addEventListener("aside", (event) => { document.getElementById("aside").innerHTML = event.data; });
    source.addEventListener("reload", () => location.reload());
    source.addEventListener("go", (event) => { mine.close(); location.assign(event.data); });
    source.addEventListener("error", () => {
      mine.close();
      if (!posting) notice(say.sayTrying);
      setTimeout(open, wait, false);
      wait = Math.min(wait * 2, 10000);
    });
    addEventListener("pagehide", () => mine.close(), { once: true });
  };
  reopen = () => { waiting = []; source.close(); open(true); };
  open(false);
}

// Posts until the server has answered. It may have done its part already when the answer was lost: the request's own name makes a
// repetition harmless.
async function post(address, data) {
  data.set("request", Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""));
  for (let wait = 500; ; wait = Math.min(wait * 2, 5000)) {
    try {
      const headers = { "x-gloria": streaming() ? "stream" : "script" };
      const answer = await fetch(address, { method: "POST", body: data, headers, redirect: "manual" });
      if (![502, 503, 504].includes(answer.status)) return answer;
    } catch { /* The server is away: it is tried again. */ }
    notice(data.has("action") ? say.sayKept : say.sayTrying);
    await new Promise((again) => setTimeout(again, wait));
  }
}

// The stream shows what was done. If it does not come soon, the page is asked for it.
function expect(seq) {
  const late = async () => {
    const table = document.getElementById("table");
    if (!table || waiting.length || Number(table.dataset.seq) >= seq) return;
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const shown = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
    if (shown) swap(shown.outerHTML);
    else location.reload();
  };
  setTimeout(late, 1500);
}

// Posts a form without leaving the page; the stream brings the new table.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || !form.closest("#live") || !form.getAttribute("action").startsWith("/t/") || /\/(rematch|leave|report|sit)$/.test(form.getAttribute("action"))) return;
  event.preventDefault();
  // Whoever acts does so at the table as it is now.
  hooks.acts();
  flush();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  for (const menu of document.querySelectorAll(":popover-open")) menu.hidePopover();
  // One thing after the other: while something waits for the server, the bar says so.
  if (posting) return;
  const said = form.querySelector("input[name=text]");
  if (said) said.value = "";
  posting = true;
  // A button named "action" hides the form's own property of that name.
  const answer = await post(form.getAttribute("action"), data);
  posting = false;
  notice();
  if (answer.headers.get("x-gloria-go")) return location.assign(answer.headers.get("x-gloria-go"));
  if (answer.status === 204) return expect(Number(answer.headers.get("x-gloria-seq")));
  const text = await answer.text();
  if (text.startsWith("<div id=\"table\"")) return swap(text);
  if (answer.ok) return;
  // Anything else is a page that says one thing.
  const page = new DOMParser().parseFromString(text, "text/html");
  notice(page.querySelector(".message p")?.textContent || say.sayFailed);
  setTimeout(() => { if (!posting) notice(); }, 6000);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.nodeName)) return;
  if (event.key === "/" && document.getElementById("say")) {
    event.preventDefault();
    document.getElementById("say").focus();
    return;
  }
  const replay = document.getElementById("replay");
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (replay && rel) {
    event.preventDefault();
    replay.querySelector(`a[rel=${rel}]`).click();
    return;
  }
  if (document.querySelector(":popover-open:not(#peek)")) return;
  const button = document.querySelector(`#table [data-key="${CSS.escape(event.key)}"]`);
  if (button) {
    event.preventDefault();
    // What it opens is next in line for the tab key.
    button.focus({ preventScroll: true });
    button.click();
  }
});

// On a narrow screen the choices are one bar, which unfolds.
document.addEventListener("click", (event) => {
  if (event.target.id === "unfold") document.body.classList.toggle("unfolded");
  folded();
});
function folded() {
  document.getElementById("unfold")?.setAttribute("aria-expanded", document.body.classList.contains("unfolded"));
}
hooks.after.push(folded);

// What a lesson speaks of is pointed at, where it lies.
function point() {
  const look = document.getElementById("coach")?.dataset.look;
  for (const place of document.querySelectorAll(".looked")) if (place.id !== look) place.classList.remove("looked");
  if (look) document.getElementById(look)?.classList.add("looked");
}
hooks.after.push(point);
point();

// Two-way highlight: an action or a log line lights up its places on the table, a place its actions and log lines.
function light(event, on) {
  const spots = event.target.closest?.("[data-spots]")?.dataset.spots;
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  const place = event.target.closest?.("[data-spot]")?.dataset.spot;
  if (on && place && !spots)
    for (const line of document.querySelectorAll("#side [data-spots]"))
      if ((" " + line.dataset.spots + " ").includes(" " + place + " ")) line.classList.add("lit");
  if (!on || !spots) return;
  const all = [...document.querySelectorAll("[data-spot]")];
  // Keys may hold spaces, so a key counts where it is a whole part of the list.
  for (const spot of all) if ((" " + spots + " ").includes(" " + spot.dataset.spot + " ")) spot.classList.add("lit");
}
document.addEventListener("pointerover", (event) => light(event, true));
document.addEventListener("focusin", (event) => light(event, true));

// Clocks run here between two updates, by the server's time.
const ahead = Date.now() - Number(document.getElementById("live")?.dataset.now ?? Date.now());
const two = (number) => String(number).padStart(2, "0");
function clock(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  if (hours < 1) return `${minutes}:${two(seconds % 60)}`;
  return hours < 48 ? `${hours}h ${two(minutes % 60)}` : `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
setInterval(() => {
  for (const shown of document.querySelectorAll("[data-until]")) {
    const left = Number(shown.dataset.until) - (Date.now() - ahead), text = clock(left);
    if (shown.textContent !== text) shown.textContent = text;
    shown.classList.toggle("short", left < 30000);
  }
  for (const shown of document.querySelectorAll("[data-since]")) {
    const { since, at } = shown.dataset;
    if (shown.at !== at) Object.assign(shown, { at, seen: Date.now() });
    const text = clock(at - since + Date.now() - shown.seen);
    if (shown.textContent !== text) shown.textContent = text;
  }
}, 250);

// Dragging one place onto another takes the one action that lies on both.
const between = (one, other) =>
  [...document.querySelectorAll("#actions [data-spots]")].filter((choice) => {
    const spots = " " + choice.dataset.spots + " ";
    return spots.includes(" " + one + " ") && spots.includes(" " + other + " ");
  });
document.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest?.(".spot.live[data-spot], .grip[data-spot]");
  if (spot) spot.draggable = true;
});
document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-spot]")?.dataset.spot ?? null;
  if (!dragged) return;
  event.dataTransfer.setData("text/plain", dragged);
  for (const spot of document.querySelectorAll("[data-spot]"))
    if (spot.dataset.spot !== dragged && between(dragged, spot.dataset.spot).length) spot.classList.add("drop");
});
document.addEventListener("dragover", (event) => {
  if (event.target.closest?.(".drop")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const spot = event.target.closest?.(".drop");
  if (!spot || !dragged) return;
  event.preventDefault();
  const choices = between(dragged, spot.dataset.spot);
  if (choices.length === 1) choices[0].click();
  // Several ways to the same place: its menu asks which.
  else if (spot.matches("button[popovertarget]")) spot.click();
  else choices[0]?.focus();
});
document.addEventListener("click", (event) => {
  const twin = event.target.closest?.("[data-twin]");
  if (twin) document.querySelector(`button[data-spot="${CSS.escape(twin.dataset.twin)}"]`)?.click();
  const copy = event.target.closest?.("[data-copy]");
  if (copy) { copy.select(); navigator.clipboard?.writeText(copy.value).catch(() => {}); }
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "motion") return;
  localStorage.setItem("calm", event.target.checked ? "1" : "0");
  document.body.classList.toggle("calm", still());
});
document.addEventListener("toggle", (event) => {
  if (event.target.id === "more") document.getElementById("motion").checked = localStorage.getItem("calm") === "1";
}, true);

// Private notes stay in this browser.
document.addEventListener("input", (event) => {
  const notes = event.target.dataset?.notes;
  if (notes) localStorage.setItem("notes-" + notes, event.target.value);
});
document.addEventListener("toggle", (event) => {
  const notes = event.target.querySelector?.("[data-notes]");
  if (notes && !notes.value) notes.value = localStorage.getItem("notes-" + notes.dataset.notes) ?? "";
}, true);

// A record file is read here and posted as text, like a pasted one.
document.addEventListener("change", async (event) => {
  const into = event.target.dataset?.into;
  if (!into || !event.target.files?.[0]) return;
  const field = document.getElementById(into);
  field.value = await event.target.files[0].text();
  field.form.requestSubmit();
});

document.addEventListener("input", (event) => {
  const what = event.target.dataset?.search;
  if (what) {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of document.querySelectorAll(what)) {
      const text = item.textContent.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
  }
  if (event.target.type === "range" && event.target.form?.closest(".scrubber")) {
    event.target.form.querySelector("output").textContent = say.sayMoment.replace("{0}", event.target.value).replace("{1}", event.target.max);
  }
});
document.addEventListener("change", (event) => {
  if (event.target.type === "range" && event.target.form?.closest(".scrubber")) event.target.form.requestSubmit();
});

// Autoplay of a replay goes on over page loads.
function autoplay() {
  const button = document.getElementById("autoplay");
  if (!button) return;
  let timer = null;
  const next = document.querySelector(".scrubber a[rel=next]");
  const run = () => {
    button.setAttribute("aria-pressed", "true");
    button.textContent = say.sayPause;
    timer = setTimeout(() => {
      if (next.href === location.href) stop();
      else next.click();
    }, 1200);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    sessionStorage.removeItem("autoplay");
    button.setAttribute("aria-pressed", "false");
    button.textContent = say.sayPlay;
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    sessionStorage.setItem("autoplay", "1");
    run();
  });
  if (sessionStorage.getItem("autoplay")) run();
}

addEventListener("DOMContentLoaded", () => {
  document.body.classList.toggle("calm", still());
  for (const field of document.querySelectorAll("[data-zone]")) field.value = -new Date().getTimezoneOffset();
  for (const field of document.querySelectorAll("[data-whole]")) field.value = new URL(field.value, location).href;
  live();
  autoplay();
  if (document.querySelector(".my-turn")) document.title = "● " + document.title;
});
