//! What axe-core finds wrong with a page.

use serde_json::Value;

use crate::Browser;

const AXE: &str = include_str!("../tests/axe/axe.min.js");

/// Every rule that is not about a choice of standards: those of best practice and the size of what is pressed too. What lies half under a bar
/// that floats is measured again in the middle of the screen, where whoever wants to press it can bring it.
const RUN: &str = "const done = arguments[arguments.length - 1]; (async () => { \
     const all = (await axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })).violations; \
     const sizes = all.find(one => one.id === 'target-size'), still = []; \
     for (const node of sizes?.nodes ?? []) { document.querySelector(node.target[0])?.scrollIntoView({ block: 'center', behavior: 'instant' }); \
       const again = await axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'rule', values: ['target-size'] } }); \
       still.push(...again.violations.flatMap(one => one.nodes).filter(one => one.target[0] === node.target[0])); } \
     if (sizes) { sizes.nodes = still; scrollTo(0, 0); } \
     return all.filter(one => one.nodes.length > 0); })().then(found => done(found \
     .map(one => one.id + ' (' + one.impact + '): ' + one.help + ' ' + one.nodes.slice(0, 4).map(node => node.html.slice(0, 200) + ' ' + \
     (node.any[0]?.message ?? node.all[0]?.message ?? node.none[0]?.message ?? '')).join(' | '))), fault => done(['axe: ' + fault]));";

impl Browser {
    /// What axe-core finds wrong with the page, of any level.
    pub async fn violations(&self) -> Vec<String> {
        self.window.execute(AXE, vec![]).await.expect("axe-core runs");
        let found = self.window.execute_async(RUN, vec![]).await.expect("axe-core answers");
        let found = found.json().as_array().cloned().unwrap_or_default();
        found.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
