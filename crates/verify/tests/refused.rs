//! Certificates that are wrong in every way we could think of, and what is said of them.

// The fixtures are files.
#![allow(clippy::disallowed_methods)]

use std::path::PathBuf;

use filetto_verify::{Limits, check};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/certificates")
}

/// The first line and the unpacked payload of a fixture.
fn open(name: &str) -> (String, Vec<u8>) {
    let file = std::fs::read(folder().join(name).with_extension("cert")).unwrap();
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    (String::from_utf8(file[..end].to_vec()).unwrap(), zstd::decode_all(&file[end + 1..]).unwrap())
}

fn pack(line: &str, payload: &[u8]) -> Vec<u8> {
    [line.as_bytes(), b"\n", &zstd::encode_all(payload, 3).unwrap()].concat()
}

/// What is said of a certificate that must not be accepted.
fn refusal(line: &str, payload: &[u8]) -> String {
    let fault = check(&pack(line, payload), Limits::default()).expect_err("a fault").to_string();
    assert!(fault.len() < 600, "{fault}");
    fault
}

#[test]
fn every_fixture_is_a_proof() {
    let mut files = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let proved = check(&std::fs::read(&path).unwrap(), Limits::default());
        assert!(proved.is_ok(), "{}: {}", path.display(), proved.unwrap_err());
        files += 1;
    }
    assert!(files > 50, "{files}");
}

#[test]
fn the_checker_is_short_enough_to_be_read() {
    let sources = std::fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let texts = sources.map(|source| std::fs::read_to_string(source.unwrap().path()).unwrap());
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines: usize = texts.map(|text| text.lines().filter(code).count()).sum();
    assert!((100..700).contains(&lines), "{lines} lines of code");
}

#[test]
fn an_unpacked_and_repacked_certificate_is_still_one() {
    let (line, payload) = open("3x3x3_strong_draw");
    assert!(check(&pack(&line, &payload), Limits::default()).is_ok());
}

#[test]
fn a_flipped_move_is_named_with_its_position() {
    let (line, mut payload) = open("4x3x3_strong_win");
    assert!(payload[0] >= 8, "X's first move");
    let opening = payload[0];
    payload[0] = 8;
    let fault = refusal(&line, &payload);
    assert!(fault.starts_with("after a1 "), "{fault}");
    payload[0] = 8 + 12;
    assert_eq!(refusal(&line, &payload), "the reply a5 cannot be played");
    (payload[0], payload[1]) = (opening, opening);
    assert!(refusal(&line, &payload).ends_with("cannot be played"));
}

#[test]
fn a_missing_reply_is_found() {
    // On larger boards what is left may be another proof by chance: there a move often serves two positions.
    for name in ["3x3x3_strong_draw", "4x3x3_strong_win", "4x4x4g_strong_x_does_not_win"] {
        let (line, payload) = open(name);
        let moves = (0..payload.len()).filter(|&at| payload[at] >= 8);
        assert!(moves.clone().count() > 1);
        for at in moves.take(400) {
            let mut without = payload.clone();
            without.remove(at);
            refusal(&line, &without);
        }
    }
}

#[test]
fn a_wrong_pairing_is_found() {
    let (line, payload) = open("9x11x7_weak_draw_pairing");
    assert_eq!(payload[0], 1, "pairs");
    let mut overlapping = payload.clone();
    overlapping[4] = overlapping[2];
    assert!(refusal(&line, &overlapping).contains("overlaps another"));
    let mut fewer = payload.clone();
    fewer[1] = 2;
    fewer.truncate(2 + 4);
    assert_eq!(refusal(&line, &fewer), "the leaf leaves the opponent a line");
    let mut itself = payload;
    itself[3] = itself[2];
    assert!(refusal(&line, &itself).contains("overlaps another"));
}

#[test]
fn a_plan_that_does_not_hold_is_found() {
    let (line, payload) = open("4x4x4g_strong_o_does_not_win");
    // A plan, the first move, how many cells are named, and the cells: the whole proof.
    let (named, all) = (usize::from(payload[2]), payload.len());
    assert!(payload[0] == 4 && named > 3 && all == 3 + named, "{payload:?}");
    let with = |at: usize, byte: u8| [&payload[..at], &[byte], &payload[at + 1..]].concat();
    refusal(&line, &[4, payload[1], 0]);
    let without = |at: usize| [&payload[..2], &[payload[2] - 1], &payload[3..at], &payload[at + 1..]].concat();
    let needed = (3..all).filter(|&at| check(&pack(&line, &without(at)), Limits::default()).is_err()).count();
    assert!(needed > named / 2, "{needed} of {named}");
    assert!(refusal(&line, &with(1, 15)).ends_with("cannot be played"));
    for (at, byte) in [(3, 16), (3, payload[4]), (2, payload[2] + 1)] {
        let fault = refusal(&line, &with(at, byte));
        assert!(fault.contains("a plan cannot name") || fault.ends_with("too early"), "{fault}");
    }
    assert_eq!(refusal(&line, &[5, payload[1], 0]), "a plan that was never given");
    assert_eq!(refusal(&line.replace("4g", "4"), &payload), "a plan without gravity");
    // It is a plan for this side, this board and this purpose.
    for claim in ["4x4x4g strong O holds", "4x4x4g strong X wins", "4x5x4g strong X holds", "4x4x3g strong X holds"] {
        refusal(&format!("filetto-certificate 1 {claim}"), &payload);
    }
}

/// The numbers of a payload.
fn numbers(payload: &[u8]) -> Vec<usize> {
    let mut all = vec![0];
    let mut shift = 0;
    for byte in payload {
        *all.last_mut().unwrap() |= usize::from(byte & 127) << shift;
        shift += 7;
        if *byte < 128 {
            (shift, _) = (0, all.push(0));
        }
    }
    all.pop();
    all
}

/// Numbers below 128 as a payload.
fn bytes(numbers: &[usize]) -> Vec<u8> {
    numbers.iter().map(|&n| u8::try_from(n).ok().filter(|n| *n < 128).unwrap()).collect()
}

#[test]
fn a_tile_that_proves_nothing_is_found() {
    let (line, payload) = open("plane_k9");
    let all = numbers(&payload);
    // The period, the shift, 64 cells, 32 targets of two, and one leaf with 32 pairs.
    assert_eq!((all[0], all[1], all[2], all[3], all[132]), (8, 8, 0, 64, 32));
    let with = |at: usize, n: usize| [&all[..at], &[n], &all[at + 1..]].concat();
    // Another lattice: copies overlap, or windows are left without a target.
    assert!(refusal(&line, &bytes(&with(0, 7))).contains("number of cells"));
    for (at, n) in [(0, 9), (1, 9), (2, 1)] {
        let fault = refusal(&line, &bytes(&with(at, n)));
        assert!(fault.contains("overlap") || fault.contains("no target in"), "{fault}");
    }
    // A cell twice, or moved to another copy: its pair then crosses copies, and serves no window.
    let twice = [&all[..6], &all[4..6], &all[8..]].concat();
    assert!(refusal(&line, &bytes(&twice)).contains("overlap"));
    let moved = refusal(&line, &bytes(&with(4, all[4] + 8)));
    assert!(moved.contains("no target in"), "{moved}");
    // A target less: some window has none.
    let fewer = [&all[..132], &[31], &all[133..133 + 31 * 3], &all[133 + 32 * 3..]].concat();
    assert!(refusal(&line, &bytes(&fewer)).contains("no target in"));
    // A target with a cell that the tile does not have, with the same cell twice, with none.
    assert!(refusal(&line, &bytes(&with(135, 64))).contains("a cell of a target"));
    assert!(refusal(&line, &bytes(&with(135, all[134]))).contains("a cell of a target"));
    assert!(refusal(&line, &bytes(&with(133, 0))).contains("size of a target"));
    // The tile game without its pairs.
    let records = 133 + 32 * 3;
    let without = [&all[..records], &[1, 0]].concat();
    assert_eq!(refusal(&line, &bytes(&without)), "the leaf leaves the opponent a line");
    // A K that is too small for the pattern; a strip is a part of the plane.
    assert!(refusal("filetto-certificate 1 NxNx8 weak O holds", &payload).contains("no target in"));
}

#[test]
fn a_win_that_does_not_carry_over_is_found() {
    let (line, payload) = open("larger_3x4x3");
    // The walk's board is 5x6; X may play on the lower left 3x4 of it only.
    let mut outside = payload.clone();
    outside[0] = 8 + 4;
    assert_eq!(refusal(&line, &outside), "the reply e1 cannot be played");
    // A proof for one board lacks the answers to stones outside and to passes.
    let (_, single) = open("4x3x3_strong_win");
    refusal("filetto-certificate 1 4+x3+x3 strong X wins", &single);
    refusal("filetto-certificate 1 4x3+x3 strong X wins", &single);
    // And it is no proof for boards on which X has less room.
    refusal("filetto-certificate 1 3+x3+x3 strong X wins", &payload);
}

#[test]
fn a_truncated_payload_is_found_wherever_it_is_cut() {
    let (line, payload) = open("3x3x3_strong_draw");
    for cut in 0..payload.len() {
        assert!(refusal(&line, &payload[..cut]).ends_with("ends too early"));
    }
    let whole = pack(&line, &payload);
    for cut in 0..whole.len() {
        assert!(check(&whole[..cut], Limits::default()).is_err(), "the file cut at {cut}");
    }
}

#[test]
fn what_follows_the_proof_is_found() {
    let (line, mut payload) = open("3x3x3_strong_draw");
    payload.push(0);
    assert_eq!(refusal(&line, &payload), "the proof is complete, but the payload goes on");
    payload.pop();
    let mut file = pack(&line, &payload);
    file.push(0);
    let fault = check(&file, Limits::default()).unwrap_err().to_string();
    assert_eq!(fault, "bytes follow the end of the payload");
}

#[test]
fn a_header_that_claims_something_else_is_found() {
    let (_, draw) = open("3x3x3_strong_draw");
    let (_, weak_win) = open("3x3x3_weak_win");
    let (_, win) = open("4x3x3_strong_win");
    for (claim, payload) in [
        ("3x3x3 strong X wins", &draw),
        ("3x3x3 strong X wins", &weak_win),
        ("3x3x3 strong O wins", &draw),
        ("3x3x3 weak O holds", &draw),
        ("3x3x3g strong O holds", &draw),
        ("4x3x3 strong O holds", &win),
        ("3x4x3 strong X wins", &win),
        ("4x3x4 strong X wins", &win),
        ("4x3x3 strong X wins after a1", &win),
    ] {
        let fault = refusal(&format!("filetto-certificate 1 {claim}"), payload);
        assert!(!fault.contains("first line"), "{claim}: {fault}");
    }
}

#[test]
fn a_header_that_makes_no_sense_is_refused_with_what_would_be_right() {
    let wrong = [
        "",
        "filetto-certificate 2 3x3x3 strong O holds",
        "filetto-certificate 1 3x3 strong O holds",
        "filetto-certificate 1 3x3x4 strong O holds",
        "filetto-certificate 1 0x3x3 strong O holds",
        "filetto-certificate 1 129x3x3 strong O holds",
        "filetto-certificate 1 3x3x3 strong O",
        "filetto-certificate 1 3x3x3 fair O holds",
        "filetto-certificate 1 3x3x3 strong O holds after z9",
        "filetto-certificate 1 +3x3x3 strong O holds",
        "filetto-certificate 1 3x03x3 strong O holds",
        "filetto-certificate 1 3x3x3 strong O holds after",
        "filetto-certificate 1 NxNx9 weak X wins",
        "filetto-certificate 1 NxNx9 weak O holds after a1",
        "filetto-certificate 1 Nx7x7 weak O holds",
        "filetto-certificate 1 7xNx7g weak O holds",
        "filetto-certificate 1 5+x6+x4 weak O holds",
        "filetto-certificate 1 5+x6+x4g strong X wins",
        "filetto-certificate 1 126+x6+x4 strong X wins",
    ];
    for line in wrong {
        assert!(refusal(line, &[0]).starts_with("the first line is not"), "{line}");
    }
    let finished = "filetto-certificate 1 3x3x3 strong O holds after a1 a2 b1 b2 c1";
    assert_eq!(refusal(finished, &[0]), "the moves after 'after' are no unfinished game");
}

#[test]
fn bombs_are_refused_without_being_unpacked() {
    // A gigabyte of zeros in a few kilobytes: each zero is a block, and there is nothing to block.
    let mut bomb = b"filetto-certificate 1 3x3x3 strong X wins\n".to_vec();
    let mut packer = zstd::Encoder::new(&mut bomb, 19).unwrap();
    (0..1 << 10).for_each(|_| std::io::Write::write_all(&mut packer, &[0; 1 << 20]).unwrap());
    packer.finish().unwrap();
    assert!(bomb.len() < 200_000);
    assert_eq!(check(&bomb, Limits::default()).unwrap_err().to_string(), "a block, but there is no threat");
    // A pairing of 2^28 - 1 pairs.
    let line = "filetto-certificate 1 9x9x9 weak O holds";
    assert_eq!(refusal(line, &[1, 255, 255, 255, 127]), "more pairs than the board holds");
    assert_eq!(refusal(line, &[1, 255, 255, 255, 255, 1]), "a number of more than 28 bits");
    // A window of 2 GB is not granted.
    let mut wide = line.as_bytes().to_vec();
    wide.push(b'\n');
    let mut packer = zstd::Encoder::new(&mut wide, 1).unwrap();
    packer.window_log(30).unwrap();
    packer.long_distance_matching(true).unwrap();
    std::io::Write::write_all(&mut packer, &[0; 1000]).unwrap();
    packer.finish().unwrap();
    assert!(check(&wide, Limits::default()).unwrap_err().to_string().contains("zstd"));
}

#[test]
fn limits_are_kept() {
    let (line, payload) = open("5x5x4_strong_draw");
    let file = pack(&line, &payload);
    let less = check(&file, Limits { payload: payload.len() as u64 - 1, ..Limits::default() }).unwrap_err();
    assert!(less.to_string().ends_with("ends too early"), "{less}");
    let less = check(&file, Limits { memory: 10_000, ..Limits::default() }).unwrap_err();
    assert!(less.to_string().ends_with("memory allowed"), "{less}");
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn no_payload_proves_what_is_false() {
    let mut random = Random(1);
    let sources = [
        "3x3x3_strong_draw",
        "3x3x3_weak_win",
        "4x3x3_strong_win",
        "7x7x7_weak_draw_pairing",
        "larger_3x4x3",
        "strip_7_k7",
        "plane_k8",
        "4x4x4g_strong_o_does_not_win",
        "5x5x4g_strong_o_does_not_win",
        "4x6x4g_strong_o_wins",
    ];
    let sources = sources.map(open);
    for claim in [
        "3x3x3 strong X wins",
        "3x3x3 strong O wins",
        "3x3x3 weak O holds",
        "3x4x3 strong O holds",
        "3+x3+x3 strong X wins",
        "3x3+x3 strong X wins",
        "4xNx3 weak O holds",
        "NxNx4 weak O holds",
        "4x4x4g strong X wins",
        "4x6x4g strong X holds",
        "4x4x3g strong O holds",
        "3x4x3g strong O holds",
    ] {
        let line = format!("filetto-certificate 1 {claim}");
        for _ in 0..3000 {
            let mut payload = sources[random.below(sources.len())].1.clone();
            for _ in 0..random.below(6) {
                let at = random.below(payload.len());
                payload[at] = random.below(20) as u8;
            }
            payload.extend((0..random.below(50)).map(|_| random.below(20) as u8));
            refusal(&line, &payload);
        }
    }
}

#[test]
fn any_bytes_are_refused_and_not_panicked_at() {
    let mut random = Random(2);
    let file = std::fs::read(folder().join("5x5x4_weak_win.cert")).unwrap();
    for _ in 0..3000 {
        let mut bytes = file.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        // It may be another proof by chance; it must not crash.
        let _ = check(&bytes, Limits { payload: 1 << 20, memory: 1 << 27, work: 1 << 24 });
    }
}

/// A number as the payload has it.
fn number(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn pairings_count_as_memory_and_every_record_as_work() {
    // Every line is far too long to be completed, so any pairing will do: one for each first move, which a file has for a few bytes.
    let side = 24;
    let pairs: Vec<u8> =
        (0..side * side / 4).flat_map(|pair| [number(2 * pair), number(2 * pair + 1)].concat()).collect();
    let leaf = [number(1), number(side * side / 4), pairs].concat();
    let moves = (side / 2) * (side / 2 + 1) / 2;
    let payload = [vec![0], leaf.repeat(moves)].concat();
    let file = pack("filetto-certificate 1 24x24x24 strong O holds", &payload);
    assert!(file.len() < 2000, "{}", file.len());
    assert_eq!(check(&file, Limits::default()).map(|proved| proved.leaves), Ok(moves as u64));
    let tight = Limits { memory: Limits::FIXED + (40 << 10), ..Limits::default() };
    assert!(check(&file, tight).unwrap_err().what.contains("MB of memory allowed"));
    let lazy = Limits { work: 100_000, ..Limits::default() };
    assert!(check(&file, lazy).unwrap_err().what.contains("more work than allowed"));
}

#[test]
fn a_proof_may_start_after_moves_that_leave_the_game_open() {
    let line = "filetto-certificate 1 1x3x3 strong O holds after a1 b1";
    // A pairing without pairs: X can complete nothing any more.
    let proved = check(&pack(line, &[1, 0]), Limits::default()).unwrap();
    assert!(proved.to_string().ends_with("(0 positions, 1 leaves)"), "{proved}");
}

#[test]
fn a_follow_up_that_does_not_hold_is_found() {
    // The bottom row has no cell that the second player gets by answering on top; and without gravity there is no top.
    for board in ["4x4x4g", "4x4x4"] {
        refusal(&format!("filetto-certificate 1 {board} strong O holds"), &[3]);
    }
}
