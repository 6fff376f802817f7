//! What of a page can't be read: text that is cut off, lies outside the page, or has a word torn in two.

use serde_json::Value;

use crate::Browser;

/// Looks at every line of every text that is shown, and at every box around it that cuts off what is larger. What scrolls is not cut. What
/// is written on a card may not be under the badge that lies on it. Names
/// of people may have no place to break but any: a word of twenty letters is one; every other word stays whole, or is divided with a hyphen.
const UNREADABLE: &str = r#"(() => {
  const found = new Map(), wide = document.documentElement.clientWidth, range = document.createRange();
  const note = (what, one, words) => { const key = what + ": " + one.tagName.toLowerCase() + "." + [...one.classList].join(".") + " in " + (one.parentElement?.closest("[class]")?.className ?? "") + ": " + words; found.set(key, true); };
  const boxes = new Map();
  const boxOf = (box) => {
    if (!boxes.has(box)) {
      const style = getComputedStyle(box), at = box.getBoundingClientRect(), inline = style.display === "inline" || style.display === "contents";
      const scale = box.offsetWidth ? at.width / box.offsetWidth : 1;
      const left = at.left + box.clientLeft * scale, top = at.top + box.clientTop * scale;
      boxes.set(box, { cutsX: !inline && /hidden|clip/.test(style.overflowX), cutsY: !inline && /hidden|clip/.test(style.overflowY), rollsX: !inline && /auto|scroll/.test(style.overflowX), rollsY: !inline && /auto|scroll/.test(style.overflowY),
        left, top, right: left + box.clientWidth * scale, bottom: top + box.clientHeight * scale, fixed: style.position === "fixed" });
    }
    return boxes.get(box);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement, words = node.data.trim();
    if (!words || one.closest(".hidden, .skip, script, style, noscript, option, .layer, svg") || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    let x = true, y = true;
    const lines = [...range.getClientRects()].filter((line) => line.width > 0 && line.height > 0);
    for (let box = one; box && box !== document.documentElement; box = box.parentElement) {
      const frame = boxOf(box);
      for (const line of lines) {
        const slack = line.height * 0.2;
        if (x && frame.cutsX && (line.left < frame.left - 1 || line.right > frame.right + 1)) note("cut", one, words.slice(0, 60));
        if (y && frame.cutsY && (line.top < frame.top - slack || line.bottom > frame.bottom + slack)) note("cut", one, words.slice(0, 60));
      }
      if (frame.rollsX) x = false;
      if (frame.rollsY) y = false;
      if (frame.fixed) break;
    }
    if (x) for (const line of lines) if (line.right > wide + 1 || line.left < -1) note("outside", one, words.slice(0, 60));
    if (lines.length < 2 || one.closest("code, .url, .link")) continue;
    for (const word of node.data.matchAll(/[\p{L}\p{N}\u00AD]+/gu)) {
      if (word[0].length > 19) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      // A hyphen that the browser sets has a box of its own; where it knows no syllables it sets none, whatever the style asks for.
      const pieces = [...range.getClientRects()].filter((line) => line.width > 0), tops = new Set(pieces.map((line) => Math.round(line.top)));
      if (tops.size > 1 && pieces.length === tops.size) note("torn", one, word[0]);
    }
  }
  for (const badge of document.querySelectorAll(".times")) {
    const at = badge.getBoundingClientRect(), card = badge.parentElement, written = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let node = at.width && written.nextNode(); node; node = written.nextNode()) {
      if (badge.contains(node) || node.parentElement.closest(".hidden, .tip, svg") || !node.data.trim()) continue;
      range.selectNodeContents(node);
      const under = [...range.getClientRects()].some((line) => Math.min(line.right, at.right) - Math.max(line.left, at.left) > 1 && Math.min(line.bottom, at.bottom) - Math.max(line.top, at.top) > 1);
      if (under) note("under " + badge.textContent, node.parentElement, node.data.trim().slice(0, 60));
    }
  }
  for (const one of document.querySelectorAll("input:not([readonly], .link, [type=range], [type=checkbox], [type=radio], [type=file], [type=hidden])")) if (one.value && one.checkVisibility() && one.scrollWidth > one.clientWidth + 1) note("cut", one, one.value);
  if (document.documentElement.scrollWidth > wide + 1) found.set("the page is " + document.documentElement.scrollWidth + " px wide on a screen of " + wide + ": " + [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > wide + 1 && !one.children.length && !one.closest(".supply, .hand, .layer, #actions, :popover-open")).slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" | "), true);
  return [...found.keys()];
})()"#;

impl Browser {
    /// What of the page can't be read.
    pub async fn unreadable(&self) -> Vec<String> {
        let found = self.value(UNREADABLE).await;
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
