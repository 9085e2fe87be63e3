//! The second checker, `docs/check_certificate.py`, is the format's text as a program. It must accept and refuse what this crate does,
//! and count the same positions and leaves: on every certificate, and on thousands that were damaged.

// The fixtures are files, and the second checker is a program.
#![allow(clippy::disallowed_methods, clippy::print_stderr)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use filetto_verify::{Limits, check};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// First lines and unpacked payloads of all fixtures, by file names.
fn fixtures() -> Vec<(String, String, Vec<u8>)> {
    let files = std::fs::read_dir(root().join("fixtures/certificates")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let open = |path: &PathBuf| {
        let file = std::fs::read(path).unwrap();
        let end = file.iter().position(|&byte| byte == b'\n').unwrap();
        let line = String::from_utf8(file[..end].to_vec()).unwrap();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        (name.to_owned(), line, zstd::decode_all(&file[end + 1..]).unwrap())
    };
    paths.iter().map(open).collect()
}

/// What this crate says, in the words of the second checker, without the reason of a refusal.
fn verdict(line: &str, payload: &[u8]) -> String {
    let file = [line.as_bytes(), b"\n", &zstd::encode_all(payload, 1).unwrap()].concat();
    match check(&file, Limits::default()) {
        Ok(proved) => format!("proved {} {}", proved.positions, proved.leaves),
        Err(_) => "refused".to_owned(),
    }
}

/// What the second checker says of each; nothing if there is no Python.
fn second_opinion(certificates: &[(String, Vec<u8>)]) -> Option<Vec<String>> {
    if !Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success()) {
        eprintln!("python3 is missing: the second checker was not run");
        return None;
    }
    let script = root().join("docs/check_certificate.py");
    let mut command = Command::new("python3");
    command.arg(script).arg("--batch").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes: Vec<Vec<u8>> = certificates
        .iter()
        .map(|(line, payload)| {
            let length = line.len() + 1 + payload.len();
            [format!("{length}\n{line}\n").as_bytes(), payload].concat()
        })
        .collect();
    let writer = std::thread::spawn(move || bytes.iter().for_each(|bytes| input.write_all(bytes).unwrap()));
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success(), "the second checker has failed");
    let short = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
    Some(text.lines().map(short).collect())
}

fn compare(certificates: &[(String, Vec<u8>)]) -> [usize; 2] {
    let ours: Vec<String> = certificates.iter().map(|(line, payload)| verdict(line, payload)).collect();
    let Some(theirs) = second_opinion(certificates) else { return [0; 2] };
    assert_eq!(ours.len(), theirs.len());
    for (((line, payload), ours), theirs) in certificates.iter().zip(&ours).zip(&theirs) {
        let start = &payload[..payload.len().min(400)];
        assert_eq!(ours, theirs, "{line:?}, {} bytes that begin with {start:?}", payload.len());
    }
    let proved = ours.iter().filter(|verdict| verdict.starts_with("proved")).count();
    [proved, ours.len() - proved]
}

#[test]
fn both_checkers_accept_every_fixture() {
    let all: Vec<(String, Vec<u8>)> = fixtures().into_iter().map(|(_, line, payload)| (line, payload)).collect();
    let [proved, refused] = compare(&all);
    assert!(proved == all.len() || proved + refused == 0, "{proved} of {}", all.len());
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Another claim about a board that is not much larger.
fn other_claim(line: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    match random.below(9) {
        0 => words[3] = ["strong", "weak", "fair"][random.below(3)].to_owned(),
        1 => words[4] = ["X", "O", "Y"][random.below(3)].to_owned(),
        2 => words[5] = ["wins", "holds", "hold"][random.below(3)].to_owned(),
        3 => words[2] = words[2].strip_suffix('g').map_or_else(|| words[2].clone() + "g", str::to_owned),
        4 => words
            .extend(["after", "a1", "b2", "c1", "aa1"].iter().take(1 + random.below(5)).map(|word| word.to_string())),
        5 => words[1] = ["2", "01", "+1", ""][random.below(4)].to_owned(),
        _ => {
            let size = random.below(3);
            let mut sizes: Vec<String> = words[2].split('x').map(str::to_owned).collect();
            let n = 1 + random.below(10);
            let sides =
                [n.to_string(), n.to_string(), format!("{n}+"), "N".to_owned(), format!("0{n}"), "129".to_owned()];
            if let Some(side) = sizes.get_mut(size) {
                *side = sides[random.below(6)].clone();
            }
            words[2] = sizes.join("x");
        }
    }
    words.join(" ")
}

fn damage(line: &str, payload: &[u8], random: &mut Random) -> (String, Vec<u8>) {
    let (mut line, mut payload) = (line.to_owned(), payload.to_vec());
    for _ in 0..=random.below(2) {
        let at = random.below(payload.len() + 1);
        match random.below(8) {
            0 => line = other_claim(&line, random),
            1 => payload.truncate(at),
            2 => payload.insert(at, random.below(30) as u8),
            3 => payload.insert(at, 128 + random.below(128) as u8),
            4 if at < payload.len() => drop(payload.remove(at)),
            5 if at < payload.len() => {
                payload[at] = payload[at].wrapping_add(1 + 2 * random.below(2) as u8).wrapping_sub(2)
            }
            6 if at + 1 < payload.len() => payload.swap(at, at + 1),
            _ if at < payload.len() => payload[at] = random.below(40) as u8,
            _ => payload.push(random.below(20) as u8),
        }
    }
    (line, payload)
}

#[test]
fn both_checkers_refuse_the_same_damaged_certificates() {
    let mut random = Random(7);
    let small = |(_, _, payload): &(String, String, Vec<u8>)| payload.len() < 1500;
    let sources: Vec<_> = fixtures().into_iter().filter(small).collect();
    assert!(sources.len() > 40, "{}", sources.len());
    let mut all = Vec::new();
    for (_, line, payload) in &sources {
        let count = if payload.len() < 200 { 150 } else { 50 };
        all.extend((0..count).map(|_| damage(line, payload, &mut random)));
    }
    assert!(all.len() > 3000, "{}", all.len());
    let [proved, refused] = compare(&all);
    assert!(proved + refused == 0 || proved > 50 && refused > 2000, "{proved} are still proofs, {refused} are not");
}

#[test]
fn the_letter_of_the_text_is_what_both_follow() {
    // Each was once a place where the text and a checker could differ.
    let claim = |text: &str| format!("filetto-certificate 1 {text}");
    let cases: [(&str, &[u8], bool); 29] = [
        // No move matters, and the game is not won.
        ("1x3x3 strong X wins", &[9, 10], false),
        ("1x3x3 strong O holds", &[1, 1, 0, 1], true),
        // A pair of one cell twice; pairs off the board; more pairs than the board has room for.
        ("1x3x3 strong O holds", &[1, 1, 1, 1], false),
        ("1x4x3 strong O holds", &[1, 2, 1, 2, 90, 91], true),
        ("1x3x3 strong O holds", &[1, 2, 0, 1, 90, 91], false),
        // Numbers left over, a number in more bytes than it needs.
        ("1x3x3 strong O holds", &[1, 1, 0, 1, 0], false),
        ("1x3x3 strong O holds", &[129, 0, 1, 0, 1], false),
        // Sizes and words.
        ("+1x3x3 strong O holds", &[1, 1, 0, 1], false),
        ("1x03x3 strong O holds", &[1, 1, 0, 1], false),
        ("1x3x4 strong O holds", &[1, 0], false),
        ("1x3x3 strong O holds after", &[1, 1, 0, 1], false),
        ("1x3x3 strong O holds ", &[1, 1, 0, 1], false),
        ("1x30x3 strong O holds after aa1", &[1, 0], false),
        ("1x30x3 strong X holds after aa1 ab1", &[1, 0], false),
        ("1x3x3 strong O holds after a1 b1 a1", &[1, 0], false),
        // The game is over before the proof starts: for either side, whether or not its lines count.
        ("2x3x3 weak O holds after a1 a2 b1 b2 c1", &[1, 0], false),
        ("2x3x3 weak X holds after a1 a2 b1 b2 c1", &[1, 0], false),
        // Plans: with and without cells, given before and not, mirrored, without gravity, where a leaf of holding could stand.
        ("2x3x3g strong O holds", &[4, 0], true),
        ("2x3x3 strong O holds", &[4, 0], false),
        ("2x3x3g strong O holds", &[5, 0], false),
        ("2x3x3g strong X holds", &[4, 0, 1, 5], true),
        ("2x3x3g strong X holds", &[6, 0, 1, 5], true),
        ("2x3x3g strong X holds", &[4, 3, 0], false),
        ("2x3x3g strong X holds", &[4, 6, 0], false),
        ("2x3x3g strong X holds", &[4, 0, 1, 6], false),
        ("2x3x3g strong X holds", &[4, 0, 2, 1, 1], false),
        ("2x3x3g strong X holds", &[4, 0, 7, 0, 1, 2, 3, 4, 5, 6], false),
        ("2x3x3g strong X wins", &[4, 0, 0], false),
        // A follow-up with two odd columns.
        ("3x2x3g strong O holds", &[3], true),
    ];
    let all: Vec<(String, Vec<u8>)> = cases.iter().map(|(text, payload, _)| (claim(text), payload.to_vec())).collect();
    for ((line, payload), (_, _, good)) in all.iter().zip(&cases) {
        assert_eq!(verdict(line, payload).starts_with("proved"), *good, "{line} {payload:?}");
    }
    compare(&all);
}

#[test]
fn the_second_checker_is_short_enough_to_be_read() {
    let text = std::fs::read_to_string(Path::new(&root()).join("docs/check_certificate.py")).unwrap();
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let lines = text.lines().filter(code).count();
    assert!((100..300).contains(&lines), "{lines} lines");
}
