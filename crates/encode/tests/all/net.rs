//! A net says what its arithmetic says, and a wrong file is refused with a sentence.

use gloria_encode::{Encoder, Judged, Net, Scratch, current};
use lots::Lots;
use table::{Light, Options, Rulebook as _};

type Rules = <Lots as table::Game>::Rules;

fn encoder() -> Encoder<Lots> {
    Encoder::new(&Rules::from_options(&Options::new()).unwrap()).unwrap()
}

/// A net of 2, 2 and 2 whose weights are 0 but for those named, by layer in the order of the file.
fn net(encoder: &Encoder<Lots>, named: &[(usize, usize, f32)]) -> Net {
    let (inputs, features) = (encoder.len(), encoder.numbering().features());
    let sizes = [inputs * 2, 2, 4, 2, 6, 3, 4, 2, features * 2, features];
    let mut weights = Vec::new();
    for (layer, size) in sizes.iter().enumerate() {
        let weight = |at| named.iter().find(|it| (it.0, it.1) == (layer, at)).map_or(0.0, |it| it.2);
        weights.extend((0..*size).map(weight));
    }
    let mut weights = weights.into_iter();
    Net::made(encoder, (2, 2, 2), || weights.next().unwrap())
}

fn close(one: f32, other: f32) {
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}

#[test]
fn a_net_of_an_earlier_encoding_is_left_out() {
    let encoder = encoder();
    let bytes: &'static [u8] = net(&encoder, &[]).write::<Lots>().leak();
    assert_eq!(current::<Lots>(bytes), Some(bytes));
    // Magic, format, the length of the name and the name, then the version.
    let at = 8 + 4 + 4 + <Lots as table::Game>::INFO.name.len();
    let mut earlier = bytes.to_vec();
    earlier[at..at + 4].fill(0);
    assert_eq!(current::<Lots>(earlier.leak()), None);
    // What is no net is told when it is read, not left out in silence.
    assert_eq!(current::<Lots>(b"no net"), Some(&b"no net"[..]));
}

#[test]
fn a_small_net_is_worked_out_by_hand() {
    let encoder = encoder();
    let net = net(
        &encoder,
        &[
            // Place 3 adds 0.5 to the first and 4 to the second of the wide layer; place 5 takes 0.2 off the first.
            (0, 6, 0.5),
            (0, 7, 4.0),
            (0, 10, -0.2),
            (1, 0, 0.1),
            // Hidden: 2 of the first to both, -0.3 of the second to the first.
            (2, 0, 2.0),
            (2, 1, 2.0),
            (2, 2, -0.3),
            (3, 1, -5.0),
            // Values: win 3 times the first hidden less 1, score 7 times it, left a constant.
            (4, 0, 3.0),
            (4, 1, 7.0),
            (5, 0, -1.0),
            (5, 2, 11.0),
            // Policy: the query is the first of the wide layer, and half.
            (6, 0, 1.0),
            (7, 1, 0.5),
            (8, 2, 2.0),
            (8, 3, 4.0),
            (9, 1, 0.25),
        ],
    );
    let mut scratch = Scratch::default();
    // Wide: 0.1 + 0.5 - 0.2 * 0.5 = 0.5, and 4 clipped to 1. Hidden: 1 - 0.3 = 0.7, and 1 - 5 clipped to 0.
    let judged = net.judge(&[(3, 1.0), (5, 0.5)], &mut scratch);
    let Judged { win, score, left } = judged;
    close(win, 1.0 / (1.0 + (-(3.0_f32 * 0.7 - 1.0)).exp()));
    close(score, 4.9);
    close(left, 11.0);
    net.ask(&mut scratch);
    // Query: 0.5 and 0.5; the key of feature 1 is 2 and 4, its bias 0.25; feature 0 has none.
    close(net.score([0, 1].into_iter(), &scratch), 3.25);
    close(net.score([0].into_iter(), &scratch), 0.0);
    // Nothing of the last view is left in the next.
    assert_eq!(net.judge(&[(3, 1.0), (5, 0.5)], &mut scratch), judged);
}

#[test]
fn a_file_reads_back_and_a_wrong_one_is_refused() {
    let encoder = encoder();
    let mut luck = Light::new(1);
    let net = Net::made(&encoder, (8, 4, 4), || (luck.next_u64() % 1000) as f32 / 1000.0);
    let bytes = net.write::<Lots>();
    assert_eq!(Net::read(&bytes, &encoder).unwrap(), net);

    let fault = |bytes: &[u8]| Net::read(bytes, &encoder).unwrap_err().to_string();
    assert!(fault(&bytes[..20]).contains("too short"));
    assert!(fault(&[b'x'; 100]).contains("no file of weights"));
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    assert!(fault(&damaged).contains("damaged"));
    let mut format = bytes.clone();
    format[8] = 9;
    assert!(fault(&format).contains("format 9: expected 2"));

    // With a hash that fits, what is wrong is still found.
    let forge = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut forged = bytes[..bytes.len() - 32].to_vec();
        change(&mut forged);
        let hash = <sha2::Sha256 as sha2::Digest>::digest(&forged);
        forged.extend(hash);
        fault(&forged)
    };
    assert!(forge(&|bytes| bytes[16] = b'x').contains("are for xots: expected lots"));
    assert!(forge(&|bytes| bytes[20] = 7).contains("encoding 7: expected 1"));
    assert!(forge(&|bytes| bytes[24] ^= 1).contains("numbers and 22 features: expected"));
    assert!(forge(&|bytes| bytes[28] = 0).contains("layers of 0, 4 and 4"));
    assert!(forge(&|bytes| bytes.extend([0; 4])).contains("longer than its shape"));
    assert!(forge(&|bytes| bytes.truncate(bytes.len() - 4)).contains("too short for its shape"));
    assert!(forge(&|bytes| bytes[44..48].copy_from_slice(&f32::NAN.to_le_bytes())).contains("no number"));
}
