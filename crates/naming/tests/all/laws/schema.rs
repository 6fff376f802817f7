//! Names fit their schema: every field of it is there, and no other.

use std::collections::BTreeMap;

use gloria_naming::Named;
use serde_json::{Value, json};
use utoipa::{PartialSchema as _, ToSchema as _};

/// The schema of a game's names, with everything it refers to.
pub struct Schema {
    root: Value,
    parts: BTreeMap<String, Value>,
}

impl Schema {
    pub fn of<G: Named>() -> Self {
        let mut parts = Vec::new();
        G::Names::schemas(&mut parts);
        let value = |schema| serde_json::to_value(schema).expect("a schema is JSON");
        let parts = parts.into_iter().map(|(name, schema)| (name, value(schema))).collect();
        Self { root: value(G::Names::schema()), parts }
    }

    /// That a value is what the schema says, with all its fields and no more.
    pub fn fits(&self, value: &Value) -> Result<(), String> {
        self.check(&self.root, value, "view")
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            let part = self.parts.get(name).ok_or_else(|| format!("{at}: the schema '{name}' is missing"))?;
            return self.check(part, value, at);
        }
        if let Some(any) = schema["oneOf"].as_array() {
            let fitting = any.iter().filter(|one| self.check(one, value, at).is_ok()).count();
            return if fitting == 1 {
                Ok(())
            } else {
                Err(format!("{at}: {fitting} of the schema's forms fit {value}"))
            };
        }
        let sort = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let expected = &schema["type"];
        let listed = expected.as_array().is_some_and(|sorts| sorts.contains(&json!(sort)));
        if expected != sort && !listed {
            return Err(format!("{at}: the schema says {expected}, not {value}"));
        }
        match value {
            Value::Array(list) => list.iter().try_for_each(|one| self.check(&schema["items"], one, at)),
            Value::Object(fields) => self.check_fields(schema, fields, at),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
        }
    }

    fn check_fields(
        &self,
        schema: &Value,
        fields: &serde_json::Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
        let Some(known) = schema["properties"].as_object() else {
            if let Some(name) = fields.keys().next() {
                let names =
                    schema.get("propertyNames").map_or(Ok(()), |names| self.check(names, &json!(name), at));
                names?;
            }
            let each = &schema["additionalProperties"];
            return fields
                .iter()
                .try_for_each(|(name, value)| self.check(each, value, &format!("{at}.{name}")));
        };
        if let Some(missing) = known.keys().find(|name| !fields.contains_key(*name)) {
            return Err(format!("{at}.{missing} is missing"));
        }
        fields.iter().try_for_each(|(name, value)| {
            let here = format!("{at}.{name}");
            let field = known.get(name).ok_or_else(|| format!("{here} is no field of the schema"))?;
            if !is_described(field) {
                return Err(format!("{here} says nothing about itself"));
            }
            self.check(field, value, &here)
        })
    }
}

/// Whether a field says what it is: itself, what it refers to, or one of its forms.
fn is_described(field: &Value) -> bool {
    field["description"].as_str().is_some_and(|words| !words.is_empty())
        || field.get("$ref").is_some()
        || field["oneOf"].as_array().is_some_and(|forms| forms.iter().any(is_described))
}
