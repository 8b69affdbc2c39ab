//! Writes models in the GGUF format, version 3, which llama.cpp reads.

/// Everything in the file begins at a multiple of this many bytes from the first tensor's.
const ALIGNMENT: usize = 32;

/// What the file says about its model.
pub enum Value {
    /// A count or an id.
    U32(u32),
    /// A number.
    F32(f32),
    /// A switch.
    Bool(bool),
    /// A text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A list of small numbers.
    I32s(Vec<i32>),
}

/// Weights, as 32-bit floats.
pub struct Tensor {
    /// What the architecture calls them.
    pub name: String,
    /// Values in a row, then rows; one number for a vector.
    pub shape: Vec<usize>,
    /// The weights, row by row.
    pub weights: Vec<f32>,
}

/// The file's bytes.
pub fn file(facts: &[(&str, Value)], tensors: &[Tensor]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(b"GGUF");
    out.extend(3_u32.to_le_bytes());
    number(&mut out, tensors.len());
    number(&mut out, facts.len());
    for (key, value) in facts {
        text(&mut out, key);
        self::value(&mut out, value);
    }
    let mut offset = 0;
    for tensor in tensors {
        text(&mut out, &tensor.name);
        kind(&mut out, tensor.shape.len() as u32);
        for length in &tensor.shape {
            number(&mut out, *length);
        }
        kind(&mut out, 0); // 32-bit floats
        number(&mut out, offset);
        offset += (tensor.weights.len() * size_of::<f32>()).next_multiple_of(ALIGNMENT);
    }
    for tensor in tensors {
        out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
        out.extend(tensor.weights.iter().flat_map(|it| it.to_le_bytes()));
    }
    out
}

fn value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::U32(it) => {
            kind(out, 4);
            out.extend(it.to_le_bytes());
        }
        Value::F32(it) => {
            kind(out, 6);
            out.extend(it.to_le_bytes());
        }
        Value::Bool(it) => {
            kind(out, 7);
            out.push(u8::from(*it));
        }
        Value::Text(it) => {
            kind(out, 8);
            text(out, it);
        }
        Value::Texts(items) => {
            kind(out, 9);
            kind(out, 8);
            number(out, items.len());
            items.iter().for_each(|it| text(out, it));
        }
        Value::I32s(items) => {
            kind(out, 9);
            kind(out, 5);
            number(out, items.len());
            out.extend(items.iter().flat_map(|it| it.to_le_bytes()));
        }
    }
}

fn kind(out: &mut Vec<u8>, kind: u32) {
    out.extend(kind.to_le_bytes());
}

fn number(out: &mut Vec<u8>, number: usize) {
    out.extend((number as u64).to_le_bytes());
}

fn text(out: &mut Vec<u8>, text: &str) {
    number(out, text.len());
    out.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::{Tensor, Value, file};

    #[test]
    fn a_file_is_laid_out_as_the_format_says() {
        let tensor = |name: &str, weights: Vec<f32>| Tensor {
            name: name.to_owned(),
            shape: vec![weights.len()],
            weights,
        };
        let tensors = [tensor("a", vec![1.0; 9]), tensor("b", vec![2.0])];
        let bytes = file(&[("k", Value::U32(7))], &tensors);

        let mut head = b"GGUF\x03\0\0\0".to_vec();
        head.extend(*b"\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0"); // two tensors, one fact
        head.extend(*b"\x01\0\0\0\0\0\0\0k\x04\0\0\0\x07\0\0\0");
        head.extend(*b"\x01\0\0\0\0\0\0\0a\x01\0\0\0\x09\0\0\0\0\0\0\0\0\0\0\0");
        head.extend([0; 8]);
        head.extend(*b"\x01\0\0\0\0\0\0\0b\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0");
        head.extend(*b"\x40\0\0\0\0\0\0\0"); // 36 bytes of weights take 64
        assert_eq!(bytes[..head.len()], head);
        let data = head.len().next_multiple_of(32);
        assert_eq!(bytes[data..data + 4], 1.0_f32.to_le_bytes());
        assert_eq!(bytes[data + 64..], 2.0_f32.to_le_bytes());
    }
}
