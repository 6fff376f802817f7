// For those who listen: what happened, then what is asked, then how it ended, in one place and in this order; and the focus stays where it was.
"use strict";
{
const told = document.getElementById("told");
const words = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
const number = (line) => Number(line.id.slice("log-".length));
const lines = () => [...document.querySelectorAll("#log li[id^=log-]")].filter((line) => number(line) > 0);
let heard = Math.max(0, ...lines().map(number)), asked = "", over = Boolean(document.getElementById("ending"));

function say(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  told.append(line);
  while (told.children.length > 40) told.firstChild.remove();
}

// What a line of the log says, one thing after the other.
const line = (one) => [...one.querySelectorAll(".told, .standing, .news")].map(words).map((text) => (/[.!?…]$/.test(text) ? text : text + ".")).join(" ");
const question = () => [...document.querySelectorAll("#prompt .crumbs li")].map(words).concat(words(document.querySelector("#prompt .status"))).filter(Boolean).join(". ");
asked = question();

hooks.after.push(({ mine }) => {
  const news = lines().filter((one) => number(one) > heard).sort((one, other) => number(one) - number(other));
  for (const one of news) say(line(one));
  // What was taken back is told again when it is done again.
  heard = Math.max(0, ...lines().map(number));
  const now = question(), ending = document.getElementById("ending");
  if (ending && !over) say([...ending.querySelectorAll("h2, .reason, .scores li")].map(words).join(". "));
  else if (!ending && (now !== asked || (news.length && mine))) say(now);
  asked = now;
  over = Boolean(ending);
});

// Where the focus is: the element, and the part of the page around it.
const PARTS = "#actions, #hand, #supply, #market, #arenas, #realm, #tools, #log, #talk, #board, #side";
let was = null;
hooks.before.push(() => {
  const at = document.activeElement;
  was = at && at !== document.body ? { at, id: at.id, part: at.closest(PARTS)?.id } : null;
});
hooks.after.push(() => {
  const at = document.activeElement;
  // A part that has the focus keeps it, though the change knows nothing of that.
  if (at?.matches(PARTS) && !at.matches("[tabindex]")) at.tabIndex = -1;
  if (!was?.part || (at && at !== document.body)) return;
  const same = was.at.isConnected && was.at.checkVisibility() ? was.at : was.id && document.getElementById(was.id);
  const next = same || document.getElementById(was.part) || document.getElementById("board");
  if (!next.matches("a, button, input, [tabindex]")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
});
}
