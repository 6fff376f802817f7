// The card sheet: any card anywhere, large, with all that it says and what can be done with it now. Pointing at a card or coming to it by
// keyboard shows it beside; a tap, a long press or the enter key opens it. Without this script a card's text stands beside it or behind a link.
"use strict";
{
const CARDS = ".spot:is(.hold-card, .small-card, .structure, .thing, .glad, .arena-head), .fighter > b, .hero .who, .orders b, .cardname";
const sheet = document.getElementById("sheet"), peek = document.getElementById("peek");
const cardAt = (event) => (event.target.closest?.(".browser, #sheet") ? null : event.target.closest?.(CARDS));

// The first words of an element: what stands behind a name (how many, of which sort) is no part of it.
const firstWords = (element) => (element?.firstChild?.nodeType === Node.TEXT_NODE ? element.firstChild.nodeValue : element?.textContent ?? "").trim();
function nameOf(card) {
  if (card.matches(".cardname, b, .who")) return firstWords(card);
  return firstWords([".c-name", ".s-name b", ".s-name", "b", ".c-head"].map((css) => card.querySelector(css)).find(Boolean));
}

// All cards of this table, as their own page shows them: asked for once, when the first card is looked at.
let shelf = null;
function cards() {
  const link = document.querySelector("[data-cards]")?.dataset.cards ?? document.querySelector('a[href^="/cards/"]')?.getAttribute("href");
  if (!link) return Promise.resolve(new Map());
  shelf ??= fetch(link.split("#")[0]).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))).then((text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    return new Map([...page.querySelectorAll(".browser > li")].map((one) => [one.querySelector("h2").textContent, one]));
  });
  return shelf.catch(() => { shelf = null; return new Map(); });
}

// A champion's card has the level it has reached in its name, its place on the table may not.
const found = (all, name, link) => all.get(name) ?? (link && [...all.values()].find((one) => "#" + one.id === link)) ?? all.get(name + " I");

// The key of the place a card lies at, and what can be done there now: choices first, then why the rest can't be.
const keyOf = (card) => card.dataset?.spot ?? card.dataset?.twin ?? "";
const lies = (spots, key) => key && (" " + spots + " ").includes(" " + key + " ");
const choicesAt = (key) => [...document.querySelectorAll("#actions .choice[data-spots]")].filter((one) => lies(one.dataset.spots, key));
const reasonsAt = (key) => [...(document.getElementById("menu-" + key.replace(/[^A-Za-z0-9]/g, "-"))?.querySelectorAll(".why") ?? [])];

function plain(one) {
  const copy = one.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("[id], [data-key], [tabindex]")]) for (const name of ["id", "data-key", "tabindex"]) part.removeAttribute(name);
  return copy;
}

// What is known of a card: its page's entry, or where there is none what the table shows of it.
function face(card, entry) {
  if (entry) return [...entry.children].map(plain);
  const words = document.createElement("div"), title = document.createElement("h2"), says = document.createElement("p");
  title.textContent = nameOf(card);
  says.textContent = (card.querySelector(".tip") ?? card.querySelector(".c-text"))?.textContent ?? card.title ?? "";
  words.append(title, says);
  const picture = card.querySelector(".card, svg.c-art");
  return picture ? [plain(picture), words] : [words];
}

// How it stands on the table just now: a gladiator's numbers, the materials of a building.
function standing(card) {
  const parts = card.matches(".glad, .structure, .arena-head") ? [...card.querySelectorAll(":scope > :is(.c-numbers, .marks, .s-pips, .laurels)")] : [];
  if (!parts.some((one) => one.firstElementChild)) return [];
  const line = document.createElement("p");
  line.className = "stands " + card.className;
  line.append(...parts.map(plain));
  return [line];
}

// Puts a card into a box: what it is, how it stands, and what can be done with it now.
function fill(box, card, entry) {
  const shown = box.querySelector(".shown"), now = box.querySelector(".now"), key = keyOf(card);
  shown.replaceChildren(...face(card, entry));
  shown.lastElementChild.append(...standing(card));
  const mine = document.querySelector("#table.my-turn");
  const choices = mine ? choicesAt(key).map(plain) : [], reasons = mine ? reasonsAt(key).map(plain) : [];
  now.hidden = !choices.length && !reasons.length;
  now.lastElementChild.replaceChildren(...choices, ...reasons);
}

// Beside the card, never on it, and always within the window.
function place(card) {
  const at = card.getBoundingClientRect(), { offsetWidth: wide, offsetHeight: high } = peek, edge = 8;
  const right = at.right + edge + wide < innerWidth, left = at.left - edge - wide > 0;
  const within = (value, size, most) => Math.max(edge, Math.min(value, most - size - edge));
  const x = right ? at.right + edge : left ? at.left - edge - wide : within(at.left, wide, innerWidth);
  const beside = right || left ? at.top + at.height / 2 - high / 2 : at.top - edge - high > 0 ? at.top - edge - high : at.bottom + edge;
  peek.style.left = x + "px";
  peek.style.top = within(beside, high, innerHeight) + "px";
}

let pointed = null, timer = 0, titled = null;
function unpeek() {
  clearTimeout(timer);
  if (titled) titled.card.title ||= titled.title;
  pointed = titled = null;
  if (peek.matches(":popover-open")) peek.hidePopover();
}
// Whether a menu or the card sheet lies over a card: what is behind it shows nothing.
const under = (card) => [...document.querySelectorAll(".menu:popover-open")].some((menu) => menu === sheet || !menu.contains(card));
document.addEventListener("toggle", (event) => { if (event.newState === "open" && event.target !== peek) unpeek(); }, true);
function peekAt(card, wait) {
  if (card === pointed) return;
  unpeek();
  if (!card || under(card)) return;
  pointed = card;
  // The browser's own small words would lie over it.
  if (card.title) titled = { card, title: card.title };
  card.removeAttribute("title");
  timer = setTimeout(async () => {
    const all = await cards(), entry = found(all, nameOf(card), card.hash);
    if (pointed !== card || !card.isConnected || under(card)) return;
    fill(peek, card, entry);
    peek.showPopover();
    place(card);
  }, wait);
}

let opened = null;
async function openSheet(card) {
  unpeek();
  opened = card;
  const all = await cards();
  if (opened !== card) return;
  fill(sheet, card, found(all, nameOf(card), card.hash));
  for (const rulings of sheet.querySelectorAll("details")) rulings.open = true;
  sheet.querySelector(".all").href = card.href ?? document.querySelector('a[href^="/cards/"]')?.href ?? "";
  if (sheet.matches(":popover-open")) return;
  sheet.showPopover();
  sheet.scrollTop = 0;
  sheet.focus({ preventScroll: true });
}
function closeSheet() {
  if (!opened && !sheet.matches(":popover-open")) return;
  const [card, inside] = [opened, sheet.contains(document.activeElement)];
  opened = null;
  if (sheet.matches(":popover-open")) sheet.hidePopover();
  if (inside && card?.isConnected) card.focus({ preventScroll: true });
}
sheet.addEventListener("toggle", (event) => { if (event.newState === "closed") opened = null; });

// Cards that nothing can be done with can be reached too.
function reach(page) {
  for (const card of page.querySelectorAll(CARDS)) {
    if (card.matches("a, button, [tabindex]") || card.closest(".browser, #sheet, #peek")) continue;
    card.tabIndex = 0;
    if (card.hasAttribute("role")) continue;
    // A name in bold is a button of its own; a card is a group of what is printed on it, called by its name.
    const named = card.matches("b, .who");
    card.setAttribute("role", named ? "button" : "group");
    if (!named) card.setAttribute("aria-label", nameOf(card));
  }
}
// After every change what is shown of a card is true.
function refresh() {
  reach(document);
  if (pointed && !pointed.isConnected) unpeek();
  if (!opened) return;
  const key = keyOf(opened), there = opened.isConnected ? opened : key && document.querySelector(`[data-spot="${CSS.escape(key)}"]`);
  if (there) openSheet(there);
}
hooks.after.push(refresh);
Object.assign(hooks, { cards, found, face, nameOf, keyOf, lies, reach });
refresh();

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const card = cardAt(event);
  if (card || pointed?.matches(":hover") !== true) peekAt(card, 350);
});
document.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) peekAt(cardAt(event), 200); });
document.addEventListener("focusout", () => { if (!pointed?.matches(":hover")) unpeek(); });
for (const name of ["scroll", "pointerdown", "dragstart"]) document.addEventListener(name, unpeek, true);

// A finger that stays on a card opens it, and takes nothing.
let press = null, pressed = false;
document.addEventListener("pointerdown", (event) => {
  pressed = false;
  const card = event.pointerType === "touch" ? cardAt(event) : null;
  if (!card) return;
  press = { x: event.clientX, y: event.clientY, timer: setTimeout(() => { pressed = true; openSheet(card); }, 450) };
}, true);
document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > 10) clearTimeout(press.timer);
}, true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => clearTimeout(press?.timer), true);
document.addEventListener("contextmenu", (event) => { if (event.pointerType === "touch" && cardAt(event)) event.preventDefault(); });

// A click of the mouse takes what a card offers where that is one thing; a finger, or a card that offers nothing or several things, opens it.
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const card = cardAt(event), long = pressed;
  pressed = false;
  if (long) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.target.closest("#sheet .close") || !event.target.closest("#sheet, :popover-open")) closeSheet();
  if (!card) return;
  const acts = card.matches("button.live:not([popovertarget])") || card.matches(".twin.live");
  if (acts && event.pointerType !== "touch") return unpeek();
  event.preventDefault();
  event.stopImmediatePropagation();
  openSheet(card);
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    unpeek();
    closeSheet();
  }
  const card = ["Enter", " "].includes(event.key) && event.target.matches?.("[tabindex]:not(a, button)") ? cardAt(event) : null;
  if (card !== event.target) return;
  event.preventDefault();
  if (card.matches(".twin.live")) card.click();
  else openSheet(card);
});
}
