//! The messages as types for the page: `web/app/net/messages.js`, made from the schema, so that the type checker holds the page to it.

use serde_json::{Map, Value};

/// The file, from the schemas of requests and replies.
pub(crate) fn messages_js(schema: &Value) -> String {
    let mut out =
        "// The messages of docs/app.schema.json as types. Made from it: run the tests with FILETTO_WRITE_SCHEMA=1.\n\n".to_owned();
    let mut defined = Map::new();
    for (side, ending) in [("reply", ""), ("request", "Request")] {
        let schema = &schema[side];
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            if defined.insert(name.clone(), Value::Null).is_none() {
                out += &typedef(name, definition);
            }
        }
        let mut names = Vec::new();
        for message in schema["oneOf"].as_array().into_iter().flatten() {
            let name = pascal(message["properties"]["type"]["const"].as_str().unwrap_or_default()) + ending;
            out += &typedef(&name, message);
            names.push(name);
        }
        out += &format!("/** @typedef {{{}}} {} */\n\n", names.join(" | "), pascal(side));
    }
    out + "export {};\n"
}

fn pascal(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

fn typedef(name: &str, schema: &Value) -> String {
    let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
    format!("/** @typedef {{{}}} {name}  {about} */\n", of(schema)).replace("   */", " */").replace("  */", " */")
}

/// A schema as a type.
fn of(schema: &Value) -> String {
    let list = |key: &str| schema[key].as_array();
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(options) = list("oneOf").or_else(|| list("anyOf")) {
        return options.iter().map(of).collect::<Vec<_>>().join(" | ");
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(values) = list("enum") {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut single = schema.clone();
                single["type"] = kind.clone();
                of(&single)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "object" => object(schema),
            "array" => array(schema),
            other => other.to_owned(),
        },
        _ => "any".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let field =
        |(name, schema): (&String, &Value)| format!("{name}{}: {}", if required(name) { "" } else { "?" }, of(schema));
    let fields: Vec<String> = schema["properties"].as_object().into_iter().flatten().map(field).collect();
    format!("{{{}}}", fields.join(", "))
}

fn array(schema: &Value) -> String {
    let item = of(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; most as usize].join(", ")),
        _ if item.contains(' ') && !item.starts_with('{') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}
