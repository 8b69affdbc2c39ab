//! A llama model of random weights: half a megabyte that talks nonsense.
//!
//! Its vocabulary is bytes and Japanese syllables. How likely each of them is was chosen, so that a
//! reply is printable and comes to an end; which one follows which is random. Under a grammar, what
//! it says is held to the grammar's shape: that is what a test of a server needs.

use crate::gguf::{self, Tensor, Value};

/// The longest conversation, in tokens, which are bytes.
pub const CONTEXT: usize = 8192;

const WIDTH: usize = 64;
const HEADS: usize = 4;
const LAYERS: usize = 2;
const HIDDEN: usize = 128;

/// The first number of every token's inner state. No layer changes it, so that what the last one
/// makes of it is as good as a constant beside each token's weight.
const STEADY: f32 = 4.0;
/// What it is, about, after the last normalisation.
const STEADY_AT_END: f32 = 5.2;

const TEMPLATE: &str = include_str!("template.jinja");
const END_OF_TURN: &str = "<|im_end|>";

/// A token, and how much likelier it is than others, as a logarithm.
struct Token {
    text: String,
    is_control: bool,
    weight: f32,
}

/// The token with which a turn ends.
pub fn end_of_turn() -> u32 {
    let end = tokens().iter().position(|it| it.text == END_OF_TURN);
    end.unwrap_or_default() as u32
}

/// The model as a GGUF file. The same `seed` gives the same bytes.
pub fn tiny(seed: u64) -> Vec<u8> {
    let tokens = tokens();
    let kinds = tokens.iter().map(|it| if it.is_control { 3 } else { 1 });
    let facts = [
        ("general.architecture", text("llama")),
        ("general.name", text("tiny random")),
        ("llama.vocab_size", Value::U32(tokens.len() as u32)),
        ("llama.context_length", Value::U32(CONTEXT as u32)),
        ("llama.embedding_length", Value::U32(WIDTH as u32)),
        ("llama.block_count", Value::U32(LAYERS as u32)),
        ("llama.feed_forward_length", Value::U32(HIDDEN as u32)),
        (
            "llama.rope.dimension_count",
            Value::U32((WIDTH / HEADS) as u32),
        ),
        ("llama.attention.head_count", Value::U32(HEADS as u32)),
        ("llama.attention.layer_norm_rms_epsilon", Value::F32(1e-5)),
        ("tokenizer.ggml.model", text("gpt2")),
        ("tokenizer.ggml.pre", text("gpt-2")),
        (
            "tokenizer.ggml.tokens",
            Value::Texts(tokens.iter().map(|it| it.text.clone()).collect()),
        ),
        ("tokenizer.ggml.token_type", Value::I32s(kinds.collect())),
        ("tokenizer.ggml.merges", Value::Texts(Vec::new())),
        ("tokenizer.ggml.eos_token_id", Value::U32(end_of_turn())),
        ("tokenizer.ggml.add_bos_token", Value::Bool(false)),
        ("tokenizer.chat_template", text(TEMPLATE)),
    ];
    gguf::file(&facts, &tensors(&tokens, &mut Random(seed)))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn tokens() -> Vec<Token> {
    let bytes = (0..=255).map(|byte| Token {
        text: written(byte).to_string(),
        is_control: false,
        weight: match byte {
            b'a'..=b'z' | b' ' => 1.0,
            b'"' | b',' | b']' | b'}' => 3.0,
            b'!'..=b'~' => 0.0,
            // Half a character, or none to be seen.
            _ => -20.0,
        },
    });
    let syllables = ('ぁ'..='ゖ').map(|syllable| Token {
        text: syllable.to_string().bytes().map(written).collect(),
        is_control: false,
        weight: 0.0,
    });
    let controls = [
        (END_OF_TURN, 2.5),
        ("<tool_calls>", 3.0),
        ("</tool_calls>", -20.0),
        ("<|im_start|>", -20.0),
    ];
    let controls = controls.map(|(text, weight)| Token {
        text: text.to_owned(),
        is_control: true,
        weight,
    });
    bytes.chain(syllables).chain(controls).collect()
}

/// How GPT-2's vocabularies write a byte: as itself if that can be seen, else as one of the
/// characters from 256 on.
fn written(byte: u8) -> char {
    let is_seen = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..);
    if is_seen(&byte) {
        return char::from(byte);
    }
    let unseen_before = (0..byte).filter(|it| !is_seen(it)).count();
    char::from_u32(256 + unseen_before as u32).unwrap_or_default()
}

fn tensors(tokens: &[Token], random: &mut Random) -> Vec<Tensor> {
    let mut embedding = random.matrix(WIDTH, tokens.len(), 1.0);
    let mut output = random.matrix(WIDTH, tokens.len(), 0.1);
    let rows = embedding.chunks_mut(WIDTH).zip(output.chunks_mut(WIDTH));
    for (token, (state, row)) in tokens.iter().zip(rows) {
        if let (Some(state), Some(row)) = (state.first_mut(), row.first_mut()) {
            *state = STEADY;
            *row = token.weight / STEADY_AT_END;
        }
    }
    let vocabulary = vec![WIDTH, tokens.len()];
    let mut all = vec![
        tensor("token_embd", vocabulary.clone(), embedding),
        tensor("output", vocabulary, output),
        tensor("output_norm", vec![WIDTH], vec![1.0; WIDTH]),
    ];
    for layer in 0..LAYERS {
        for norm in ["attn_norm", "ffn_norm"] {
            let name = format!("blk.{layer}.{norm}");
            all.push(tensor(&name, vec![WIDTH], vec![1.0; WIDTH]));
        }
        for (part, columns, rows, keeps_first) in [
            ("attn_q", WIDTH, WIDTH, false),
            ("attn_k", WIDTH, WIDTH, false),
            ("attn_v", WIDTH, WIDTH, false),
            ("attn_output", WIDTH, WIDTH, true),
            ("ffn_gate", WIDTH, HIDDEN, false),
            ("ffn_up", WIDTH, HIDDEN, false),
            ("ffn_down", HIDDEN, WIDTH, true),
        ] {
            let mut weights = random.matrix(columns, rows, 0.25);
            if keeps_first {
                weights.iter_mut().take(columns).for_each(|it| *it = 0.0);
            }
            let name = format!("blk.{layer}.{part}");
            all.push(tensor(&name, vec![columns, rows], weights));
        }
    }
    all
}

fn tensor(name: &str, shape: Vec<usize>, weights: Vec<f32>) -> Tensor {
    Tensor {
        name: format!("{name}.weight"),
        shape,
        weights,
    }
}

/// SplitMix64: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Weights between minus and plus `most`.
    fn matrix(&mut self, columns: usize, rows: usize, most: f32) -> Vec<f32> {
        (0..columns * rows)
            .map(|_| ((self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0) * most)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{tiny, tokens, written};

    #[test]
    fn the_same_seed_gives_the_same_model() {
        assert_eq!(tiny(1), tiny(1));
        assert_ne!(tiny(1), tiny(2));
    }

    #[test]
    fn every_byte_is_written_in_its_own_way() {
        let mut all: Vec<char> = (0..=255).map(written).collect();
        assert_eq!((all[b'a' as usize], all[b' ' as usize]), ('a', 'Ġ'));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 256);
        assert!(tokens().iter().any(|it| it.text == "ãģĤ"), "あ");
    }
}
