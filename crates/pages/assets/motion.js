// What happens can be seen: cards travel, dice roll and land, numbers say by how much they changed, a strike strikes, a building is finished.
// All of it lies over a page that is live and true already: no click is lost, and whoever wants it calm sees stills. Nothing takes longer than 600 ms.
"use strict";
{
const { cards, found, face, nameOf, keyOf, lies } = hooks;
const sound = (kind) => hooks.sound(kind);
const LONGEST = 600;
const layer = document.createElement("div");
layer.className = "layer";
layer.setAttribute("aria-hidden", "true");
document.body.append(layer);

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const seen = (box) => box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
const boxOf = (element) => element?.getBoundingClientRect?.();
// Only transform and opacity are animated: the browser moves those without laying out or painting anything again, on a slow phone too.
const run = (element, frames, options) => element.animate(frames, { easing: "ease-out", ...options, duration: Math.min(options.duration, LONGEST) });

// A copy of something that lies over the page where it was, and belongs to nobody.
function ghost(element, box) {
  const copy = element.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("*")]) for (const name of ["id", "data-spot", "data-move", "data-twin", "name", "form"]) part.removeAttribute(name);
  copy.classList.add("ghost");
  Object.assign(copy.style, { left: box.x + "px", top: box.y + "px", width: box.width + "px", height: box.height + "px" });
  layer.append(copy);
  return copy;
}

// Something goes over the page from one place to another, and is gone.
function fly(element, from, to, id = "fly") {
  const copy = ghost(element, from), [x, y] = middle(from), [toX, toY] = middle(to);
  const scale = Math.max(0.25, Math.min(1, to.height / Math.max(1, from.height)));
  const end = `translate(${toX - x}px, ${toY - y}px) scale(${scale})`;
  run(copy, [{ transform: "none", opacity: 1 }, { transform: end, opacity: 0.9, offset: 0.85 }, { transform: end, opacity: 0 }], { id, duration: 420, easing: "ease-in-out" }).finished.finally(() => copy.remove());
}

// While something moves it lies above the rest.
function above(element, motion, style) {
  Object.assign(element.style, style);
  motion.finished.catch(() => {}).finally(() => { for (const name of Object.keys(style)) element.style[name] = ""; });
}

// A light over something, which goes out.
function flash(box, name, delay = 0) {
  const light = document.createElement("i");
  light.className = name;
  Object.assign(light.style, { left: box.x + "px", top: box.y + "px", width: box.width + "px", height: box.height + "px", opacity: 0 });
  layer.append(light);
  run(light, [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], { id: name, duration: 520, delay }).finished.catch(() => {}).finally(() => light.remove());
}

// Something that is there now comes from where it was.
function come(element, from, box, id = "glide") {
  const [x, y] = [from.x - box.x, from.y - box.y];
  if (Math.abs(x) + Math.abs(y) < 3 || !box.width) return;
  const scale = Math.max(0.2, Math.min(1.8, from.width / box.width)), start = `translate(${x}px, ${y}px) scale(${scale})`;
  above(element, run(element, [{ transform: start }, { transform: "none" }], { id, duration: 380, easing: "ease-in-out" }), { transformOrigin: "0 0", zIndex: 5 });
}

// A number that changed says by how much; without motion it says so for a while and is gone.
function differ(element, by, box) {
  const words = document.createElement("b");
  words.className = "differ " + (by > 0 ? "more" : "less");
  words.textContent = (by > 0 ? "+" : "−") + Math.abs(by);
  Object.assign(words.style, { left: box.right - 4 + "px", top: box.y - 10 + "px" });
  layer.append(words);
  setTimeout(() => words.remove(), 1400);
  if (still()) return;
  run(words, [{ transform: "translateY(10px)", opacity: 0 }, { transform: "none", opacity: 1 }], { id: "differ", duration: 260 });
  run(element, [{ transform: "none" }, { transform: "scale(1.35)" }, { transform: "none" }], { id: "pulse", duration: 420 });
}

// A die rolls and lands on what it shows.
function roll(die) {
  const box = boxOf(die), shown = Number(die.querySelector("use").getAttribute("href").match(/die-(\d)/)?.[1] ?? 6);
  run(die, [{ opacity: 0 }, { opacity: 0 }], { id: "land", duration: 380 });
  // Two other faces lie over the one it lands on, and go one after the other.
  for (const [turn, until] of [[0, 1], [2, 0.55], [4, 0.3]]) {
    const copy = ghost(die, box), use = copy.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/die-\d/, `die-${1 + (shown - 1 + turn) % 6}`));
    run(copy, [{ transform: "translate(-38px, -26px) rotate(-300deg) scale(1.1)" }, { transform: "translate(6px, -14px) rotate(-60deg) scale(1.5)", offset: 0.7 }, { transform: "none" }], { id: "roll", duration: 380, easing: "ease-in" })
      .finished.catch(() => {}).finally(() => copy.remove());
    if (until < 1) run(copy, [{ opacity: 1 }, { opacity: 1, offset: until }, { opacity: 0, offset: until + 0.01 }, { opacity: 0 }], { id: "face", duration: 380, easing: "linear" });
  }
}

// One strikes another: it lunges there, and the other is shaken.
function strike(from, at, delay = 0) {
  if (from) {
    const [x, y] = middle(boxOf(from)), [toX, toY] = at ? middle(boxOf(at)) : [x, y - 30], far = Math.hypot(toX - x, toY - y) || 1, reach = Math.min(60, far) / far;
    above(from, run(from, [{ transform: "none" }, { transform: `translate(${(toX - x) * reach}px, ${(toY - y) * reach}px) scale(1.08)`, offset: 0.45 }, { transform: "none" }], { id: "strike", duration: 300, delay }), { zIndex: 6 });
  }
  if (at) shake(at, delay + 110);
}
function shake(element, delay = 0) {
  run(element, [0, -6, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { id: "hit", duration: 300, delay });
  flash(boxOf(element), "hurt", delay);
}

// Who is defeated falls where it stood.
function fall(element, box) {
  const copy = ghost(element, box);
  run(copy, [{ transform: "none", opacity: 1 }, { transform: "rotate(14deg)", opacity: 1, offset: 0.35 }, { transform: "translateY(34px) rotate(82deg)", opacity: 0 }], { id: "fall", duration: 560, easing: "ease-in" }).finished.catch(() => {}).finally(() => copy.remove());
}

// A card for everybody to see: a fate that is turned over, a building that is finished. It stays for a moment, and the next thing takes it away.
let moment = null;
function unshow() {
  moment?.remove();
  moment = null;
}
async function showCard(name, kind) {
  const entry = found(await cards(), name);
  if (!entry) return;
  unshow();
  const box = document.createElement("div"), board = boxOf(document.getElementById("board"));
  box.className = "moment-card " + kind;
  box.append(...face(document.body, entry));
  Object.assign(box.style, { left: Math.max(0, board.left) + board.width / 2 + "px", top: Math.max(70, board.top + 30) + "px" });
  layer.append(box);
  moment = box;
  const turns = kind === "fate" ? ["rotateY(90deg)", "rotateY(0)"] : ["scale(.4)", "scale(1)"];
  if (!still()) run(box, [{ transform: "translateX(-50%) " + turns[0], opacity: 0.3 }, { transform: "translateX(-50%) " + turns[1], opacity: 1 }], { id: kind, duration: 420 });
  setTimeout(() => { if (moment === box) unshow(); }, 2200);
}
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, unshow, true);

// How the table lay before a change: enough to see what became of everything.
const PIECES = "#board .spot:is(.hold-card, .small-card, .structure, .thing, .glad), #board .pawn";
const nameAt = (one) => (one.matches(".pawn") ? "pawn " + one.className : nameOf(one));
function look() {
  const pieces = new Map(), numbers = new Map();
  for (const one of document.querySelectorAll(PIECES)) {
    const moves = one.closest("[data-move]");
    let key = moves?.dataset.move ?? (one.id || keyOf(one));
    while (pieces.has(key) && !moves) key += "+";
    if (!pieces.has(key)) pieces.set(key, { one: moves ?? one, piece: one, box: boxOf(moves ?? one), name: nameAt(one), done: one.matches(".done"), tired: one.matches(".exhausted"), zone: one.closest("#hand, #supply, #market, #offer, .player, .arena, .town, .realm") });
  }
  for (const one of document.querySelectorAll("#board :is(.num, .stat, .chip)")) {
    const value = parseInt(one.querySelector("b")?.textContent.replace("−", "-") ?? "", 10), home = one.closest("[id]");
    if (Number.isNaN(value) || !home || one.closest(".card, .tip, .layer")) continue;
    const colour = [...one.classList].find((name) => /^m-|^jack/.test(name)) ?? "";
    const key = one.id || home.id + " " + (colour || [...home.querySelectorAll(".num, .stat, .chip")].indexOf(one));
    numbers.set(key, { one, value, colour, box: boxOf(one) });
  }
  const leads = document.querySelector("#board .leads");
  const thrown = [...document.querySelectorAll("#board [data-thrown]")].map((one) => one.id + one.dataset.thrown);
  return { pieces, numbers, leads: leads && { of: leads.closest("[id]").id, box: boxOf(leads) }, thrown: new Set(thrown), at: document.querySelector("#duel")?.dataset.thrown };
}

// The newest move in words, who made it, and where their things are.
const newest = () => hooks.line ?? document.querySelector("#log ol > li");
const mover = () => [...(newest()?.querySelector(".badge")?.classList ?? [])].find((name) => name.startsWith("seat-"));
const homeOf = (seat) => document.querySelector(`#board .ludus.${seat} > header, #board .player.${seat} > header, #board .player.${seat}`);
const deck = () => document.querySelector("#board [data-spot=deck]") ?? document.querySelector("#board .me > header .stat");

// Numbers: each says its difference; what one heap loses and another wins goes over from heap to heap.
function counted(before, after, calm) {
  const fewer = [], more = [];
  for (const [key, now] of after.numbers) {
    const by = now.value - (before.numbers.get(key)?.value ?? (now.colour ? 0 : now.value));
    if (!by) continue;
    if (seen(now.box)) differ(now.one, by, now.box);
    if (/coin/.test(key)) sound("coin");
    if (now.colour) (by > 0 ? more : fewer).push({ ...now, by: Math.abs(by) });
  }
  for (const [key, was] of before.numbers) if (was.colour && was.value > 0 && !after.numbers.has(key)) fewer.push({ ...was, by: was.value });
  if (calm) return;
  for (const to of more.slice(0, 8)) {
    const from = fewer.find((one) => one.colour === to.colour && one.by > 0);
    const token = to.one.querySelector("svg") ?? to.one, box = from?.box ?? boxOf(homeOf(mover()) ?? deck());
    if (from) from.by -= 1;
    if (box?.width && to.box.width) fly(token, box, to.box);
    sound(to.one.closest(".town, .zone") ? "stone" : "card");
  }
}

// Cards and figures: what is gone here and there under the same name has gone there; the rest came from its deck, or went to whoever took it.
function travelled(before, after) {
  const gone = [...before.pieces].filter(([key]) => !after.pieces.has(key)).map(([, piece]) => piece);
  for (const [key, now] of after.pieces) {
    const was = before.pieces.get(key);
    if (was) {
      come(now.one, was.box, now.box);
      continue;
    }
    const at = gone.findIndex((one) => one.name === now.name && one.zone !== now.zone);
    const from = at >= 0 ? gone.splice(at, 1)[0].box : now.zone?.id === "hand" ? boxOf(deck()) : now.zone?.id === "supply" ? boxOf(now.one.closest(".deck")?.querySelector(".deck-head")) : null;
    if (from?.width) come(now.one, from, now.box);
    sound("card");
  }
  const home = boxOf(homeOf(mover()));
  for (const was of gone.slice(0, 8)) {
    if (was.piece.matches(".glad")) fall(was.piece, was.box);
    else if (home?.width && seen(was.box) && (was.zone?.id === "hand" || was.zone?.id === "supply" || was.zone?.id === "market")) fly(was.piece, was.box, was.zone.id === "hand" ? boxOf(document.querySelector("#board .me") ?? document.querySelector("#board .town")) ?? home : home);
  }
  return gone;
}

// Fights on the sand: who is hurt is struck by whoever the newest move names.
function fought(before, after, gone, calm) {
  const hurt = [...after.numbers].filter(([key, now]) => /^n-health-/.test(key) && now.value < (before.numbers.get(key)?.value ?? now.value)).map(([, now]) => now.one.closest(".glad"));
  if (!hurt.length && !gone.some((one) => one.piece.matches(".glad"))) return;
  const spots = newest()?.dataset.spots ?? "";
  const striker = [...after.pieces.values()].find((one) => one.piece.matches(".glad") && !hurt.includes(one.piece) && lies(spots, keyOf(one.piece))) ??
    [...after.pieces].find(([key, one]) => one.tired && before.pieces.get(key)?.tired === false && !hurt.includes(one.piece))?.[1];
  sound("blade");
  if (!calm) {
    if (striker) strike(striker.piece, hurt[0]);
    else for (const one of hurt) shake(one);
  }
  if (gone.some((one) => one.piece.matches(".glad"))) sound("crowd");
}

// Dice, and a round of battle: they land, and whoever won strikes; who is beaten falls.
function rolled(before, calm) {
  for (const one of document.querySelectorAll("#board [data-thrown]")) {
    if (before.thrown.has(one.id + one.dataset.thrown) || !one.querySelector(".die:not(.idle)")) continue;
    sound("dice");
    if (!calm) for (const die of one.querySelectorAll(".die")) roll(die);
  }
  const duel = document.getElementById("duel"), won = duel?.matches(".won"), lost = duel?.matches(".lost");
  if (!duel || duel.dataset.thrown === before.at || !(won || lost)) return;
  const [mine, foe] = [duel.querySelector(".mine .c-art"), duel.querySelector(".foe .c-art")];
  if (!calm) strike(won ? mine : foe, won ? foe : mine, 260);
  sound("blade");
  if (duel.matches(".over")) sound(won ? "crowd" : "turn");
}

// What has a moment of its own: a finished building, a fate, the leader's card passing on.
function marked(before, after, calm) {
  for (const [key, now] of after.pieces) {
    if (!now.done || before.pieces.get(key)?.done !== false) continue;
    sound("stone");
    sound("crowd");
    if (!calm) {
      run(now.piece, [{ transform: "none" }, { transform: "scale(1.12)" }, { transform: "none" }], { id: "built", duration: 560 });
      flash(now.box, "glow");
    }
    showCard(now.name, "built");
  }
  const [was, now] = [before.numbers.get("pile-fates"), after.numbers.get("pile-fates")];
  if (was && now && now.value < was.value) {
    const names = [...(newest()?.querySelectorAll(".news .cardname") ?? [])].map((one) => one.textContent);
    cards().then((all) => {
      const fate = names.find((name) => all.get(name)?.querySelector(".card.fate"));
      if (fate) showCard(fate, "fate");
    });
  }
  const leads = document.querySelector("#board .leads");
  if (!calm && before.leads && leads && leads.closest("[id]").id !== before.leads.of) come(leads, before.leads.box, after.leads.box, "leads");
}

// Motion only where there is time for it: several changes in a row are shown at once.
let shownAt = 0, lay = null;
function watch() {
  lay = document.visibilityState === "visible" && document.getElementById("board") ? look() : null;
}
function tell(info) {
  const hurried = performance.now() - shownAt < 450, before = lay;
  lay = null;
  if (info.moves) shownAt = performance.now();
  if (!before || !info.moves) return;
  const calm = still() || hurried, after = look();
  if (hurried) return;
  unshow();
  counted(before, after, calm);
  const gone = calm ? [] : travelled(before, after);
  fought(before, after, gone, calm);
  rolled(before, calm);
  marked(before, after, calm);
}
hooks.before.push(watch);
hooks.after.push(tell);
Object.assign(hooks, { watch, tell });
}
