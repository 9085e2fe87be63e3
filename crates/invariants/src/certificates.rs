//! Certificates: the checker accepts nothing that brute force refutes, and takes any bytes for a file.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use filetto_verify::{Claim, Ground, Limits, check};

use crate::brute_force::{CELLS, Question};

/// Boards of which something is claimed, and the moves that the proof starts after.
const BOARDS: [&str; 16] = [
    "1x1x1",
    "2x2x2",
    "2x3x3",
    "3x3x2",
    "3x3x3",
    "4x3x3",
    "3x4x4",
    "2x5x4",
    "3x3x3g",
    "4x3x3g",
    "3x4x4g",
    "2x5x3g",
    "3x3x3|b2",
    "3x3x3|a1 b1",
    "4x3x3|b2 a1",
    "3x4x3g|a1 b1 a2",
];
/// Claims about families, which are checked on their small members.
const FAMILIES: [&str; 10] = [
    "NxNx2 weak O holds",
    "NxNx3 weak O holds",
    "NxNx4 weak O holds",
    "1xNx2 weak O holds",
    "2xNx3 weak O holds",
    "3xNx4 weak O holds",
    "2+x2+x2 strong X wins",
    "3+x3+x3 strong X wins",
    "3+x4+x3 strong X wins",
    "1x3+x2 strong X wins",
];

/// Small enough for thousands of checks a second.
const LIMITS: Limits = Limits { payload: 1 << 16, memory: Limits::FIXED + (1 << 20), work: 1 << 22 };

/// The first byte chooses a claim, true or false; the others are the numbers of a proof.
pub(crate) fn sound(bytes: &[u8]) {
    let Some((&choice, payload)) = bytes.split_first() else { return };
    let line = line(usize::from(choice));
    let file = [line.as_bytes(), b"\n", &stored(payload)].concat();
    if let Ok(proved) = check(&file, LIMITS) {
        let questions = questions(&proved.claim);
        assert!(!questions.is_empty(), "{line} has no small board");
        for question in questions {
            assert!(truth(&question), "{line} was proved, but {question:?} is false");
        }
    }
}

/// Any bytes are a proof or have a fault that is told in a sentence; as a file, and as its unpacked contents.
pub(crate) fn any_file(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let packed = [&bytes[..end], &stored(&bytes[end..])].concat();
    for file in [bytes, &packed] {
        match check(file, LIMITS) {
            Ok(proved) => assert!(!proved.to_string().is_empty()),
            Err(fault) => assert!(!fault.what.is_empty() && fault.what.len() < 600, "{fault}"),
        }
    }
}

/// The claim of this number: every board with every game, side and verb, then the families.
pub(crate) fn line(number: usize) -> String {
    let number = number % (8 * BOARDS.len() + FAMILIES.len());
    let claim = match BOARDS.get(number / 8) {
        None => FAMILIES[number - 8 * BOARDS.len()].to_owned(),
        Some(board) => {
            let (board, after) = board
                .split_once('|')
                .map_or((*board, String::new()), |(board, moves)| (board, format!(" after {moves}")));
            let pick = |bit: usize, words: [&'static str; 2]| words[number >> bit & 1];
            let (game, who, verb) = (pick(0, ["strong", "weak"]), pick(1, ["X", "O"]), pick(2, ["wins", "holds"]));
            format!("{board} {game} {who} {verb}{after}")
        }
    };
    format!("filetto-certificate 1 {claim}")
}

/// The small boards that a claim says something of.
fn questions(claim: &Claim) -> Vec<Question> {
    let Claim { weak, who, wins, ref after, .. } = *claim;
    let on = |rows: usize, cols: usize, k: usize, gravity: bool| Question {
        rows,
        cols,
        k,
        gravity,
        weak,
        who,
        wins,
        after: after.clone(),
    };
    let small =
        |question: &Question| question.rows * question.cols <= CELLS && question.k <= question.rows.max(question.cols);
    let all = match claim.ground {
        Ground::Board { rows, cols, k, gravity } => vec![on(rows, cols, k, gravity)],
        Ground::Tiled { rows, k } => {
            let rows = rows.unwrap_or(CELLS).min(CELLS);
            (1..=rows)
                .flat_map(|rows| (1..=CELLS).map(move |cols| (rows, cols)))
                .map(|(r, c)| on(r, c, k, false))
                .collect()
        }
        Ground::Larger { rows, cols, k, grows } => {
            let [more, wider] = grows.map(|grows| if grows { CELLS } else { 0 });
            let sizes = (rows..=rows + more).flat_map(|rows| (cols..=cols + wider).map(move |cols| (rows, cols)));
            sizes.map(|(rows, cols)| on(rows, cols, k, false)).collect()
        }
    };
    all.into_iter().filter(small).collect()
}

/// Brute force, once a question.
fn truth(question: &Question) -> bool {
    static KNOWN: LazyLock<Mutex<HashMap<Question, bool>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(|broken| broken.into_inner());
    *known.entry(question.clone()).or_insert_with(|| question.is_true())
}

/// A zstd frame (RFC 8878) with the bytes as they are: a header without content size, and raw blocks.
fn stored(bytes: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 100_000;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
    let blocks: Vec<&[u8]> = if bytes.is_empty() { vec![&[]] } else { bytes.chunks(BLOCK).collect() };
    for (index, block) in blocks.iter().enumerate() {
        let header = (block.len() as u32) << 3 | u32::from(index + 1 == blocks.len());
        frame.extend(&header.to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_of_raw_blocks_is_read() {
        // Noughts and crosses: O has no proof in one number, X none that wins; the file itself is in order.
        let fault = |payload: &[u8]| {
            let file = [line(8 * 4 + 6).as_bytes(), b"\n", &stored(payload)].concat();
            check(&file, LIMITS).map(|proved| proved.to_string()).map_err(|fault| fault.what)
        };
        assert!(line(8 * 4 + 6).ends_with("3x3x3 strong O holds"));
        assert!(fault(b"").unwrap_err().contains("ends too early"));
        assert_eq!(fault(&[1, 0]), Err("the leaf leaves the opponent a line".to_owned()));
        let two = fault(&vec![0; 200_000]).unwrap_err();
        assert!(!two.contains("damaged"), "{two}");
    }

    #[test]
    fn every_claim_has_the_form_of_one_and_a_small_board() {
        for number in 0..8 * BOARDS.len() + FAMILIES.len() {
            let file = [line(number).as_bytes(), b"\n", &stored(&[])].concat();
            let fault = check(&file, LIMITS).map_or_else(|fault| fault.what, |_| String::new());
            assert!(!fault.contains("first line"), "{}", line(number));
        }
    }
}
