//! What axe-core finds wrong with a page.

use serde_json::Value;

use crate::Browser;

const AXE: &str = include_str!("../tests/axe/axe.min.js");

/// Every rule that is not about a choice of standards: those of best practice and the size of what is pressed too.
const RUN: &str = "const done = arguments[arguments.length - 1]; \
     axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(found => done(found.violations \
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
