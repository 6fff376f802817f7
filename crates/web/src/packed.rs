//! A stream's pieces, compressed each by itself.
//!
//! One gzip body, as every browser and proxy knows it, in which no piece refers to an earlier one: nothing is kept between two pieces (a
//! window would be a hundred times what a stream holds), and what is sent to many is compressed once. That also keeps what somebody
//! types out of the same breath as what somebody else holds: a piece has what changed, and its length tells of nothing else.

use std::cell::RefCell;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::Crc;

use crate::press::Press;

/// How a gzip body begins: deflate, no name, no time, no system.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// The empty block that ends it.
const LAST: [u8; 2] = [3, 0];

thread_local! {
    static PRESS: RefCell<Press> = RefCell::default();
}

/// Something to be sent, in the coding of the stream it is for.
#[derive(Clone, Debug)]
pub struct Piece {
    bytes: Bytes,
    /// Of what was compressed, where it was.
    sum: Option<Arc<Crc>>,
}

/// How a stream is coded, and what it has sent.
#[derive(Debug)]
pub enum Coding {
    /// As it is.
    Plain,
    /// As one gzip body: the sum of all that it has brought, and whether it has begun.
    Gzip(Crc, Begun),
}

/// Whether anything was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// Nothing yet.
    Not,
    /// Something.
    Is,
}

impl Coding {
    /// What whoever asked so can read.
    pub fn accepted(headers: &HeaderMap) -> Self {
        let all = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let takes = |entry: &str| {
            let (name, rest) = entry.split_once(';').unwrap_or((entry, ""));
            let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
            name.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|weight| weight > 0.0)
        };
        if all.flat_map(|value| value.split(',')).any(takes) {
            Self::Gzip(Crc::new(), Begun::Not)
        } else {
            Self::Plain
        }
    }

    /// Its name in headers, if it is not as it is.
    pub const fn name(&self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip(..) => Some("gzip"),
        }
    }

    /// This in the coding, for any stream that has the same.
    pub fn piece(&self, plain: Bytes) -> Piece {
        match self {
            Self::Plain => Piece { bytes: plain, sum: None },
            Self::Gzip(..) => {
                let mut sum = Crc::new();
                sum.update(&plain);
                Piece { bytes: pressed(&plain), sum: Some(Arc::new(sum)) }
            }
        }
    }

    /// The next bytes of this stream.
    pub fn send(&mut self, piece: Piece) -> Bytes {
        match self {
            Self::Plain => piece.bytes,
            Self::Gzip(sum, begun) => {
                if let Some(of) = &piece.sum {
                    sum.combine(of);
                }
                match std::mem::replace(begun, Begun::Is) {
                    Begun::Not => Bytes::from([&HEAD[..], &piece.bytes].concat()),
                    Begun::Is => piece.bytes,
                }
            }
        }
    }

    /// The last bytes of this stream, if it needs any.
    pub fn end(&self) -> Option<Bytes> {
        match self {
            Self::Plain => None,
            Self::Gzip(sum, begun) => {
                let head = if *begun == Begun::Not { &HEAD[..] } else { &[] };
                let (sum, length) = (sum.sum().to_le_bytes(), sum.amount().to_le_bytes());
                Some(Bytes::from([head, &LAST, &sum, &length].concat()))
            }
        }
    }
}

/// Compressed up to a whole byte, so that it can be read at once.
fn pressed(plain: &[u8]) -> Bytes {
    PRESS.with_borrow_mut(|press| Bytes::copy_from_slice(press.press(plain)))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn gzip() -> Coding {
        Coding::Gzip(Crc::new(), Begun::Not)
    }

    fn read(body: &[u8]) -> String {
        let mut text = String::new();
        flate2::read::GzDecoder::new(body).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn pieces_make_one_body_in_any_order_of_making() {
        let mut coding = gzip();
        let texts = ["", ":\n\n", &"event: table\n".repeat(20_000), "x"];
        let pieces: Vec<Piece> =
            texts.iter().rev().map(|text| coding.piece(Bytes::copy_from_slice(text.as_bytes()))).collect();
        let mut body = Vec::new();
        for piece in pieces.into_iter().rev() {
            body.extend_from_slice(&coding.send(piece));
        }
        body.extend_from_slice(&coding.end().unwrap());
        assert_eq!(read(&body), texts.concat());
        assert!(body.len() < 4_000, "{}", body.len());
        // The sum is one of all that was sent: a body with a letter changed is not taken.
        let at = body.len() - 5;
        body[at] ^= 1;
        assert!(flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut String::new()).is_err());
    }

    /// What was compressed before, for whomever, is not needed to read a piece, nor can its length tell of it.
    #[test]
    fn no_piece_refers_to_another() {
        let lines: Vec<String> = (0..400).map(|number| format!("line {number} of a hand")).collect();
        let text = Bytes::from(lines.join(", "));
        let alone = gzip().piece(text.clone()).bytes;
        let _others = gzip().piece(text.clone());
        let mut coding = gzip();
        let again = coding.piece(text.clone());
        assert_eq!(again.bytes, alone);
        let mut body = coding.send(again).to_vec();
        body.extend_from_slice(&coding.end().unwrap());
        assert_eq!(read(&body).as_bytes(), &text[..]);
    }

    #[test]
    fn a_piece_that_does_not_compress_is_whole() {
        let mut luck = table::Light::new(3);
        let noise: Vec<u8> = (0..300_000).map(|_| table::Chance::below(&mut luck, 256) as u8).collect();
        let mut coding = gzip();
        let piece = coding.piece(Bytes::from(noise.clone()));
        let mut body = coding.send(piece).to_vec();
        body.extend_from_slice(&coding.end().unwrap());
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&body[..]).read_to_end(&mut back).unwrap();
        assert!(back == noise);
    }

    #[test]
    fn every_piece_can_be_read_when_it_has_come() {
        let mut coding = gzip();
        let mut reader = flate2::Decompress::new(false);
        let mut head = true;
        for text in ["id: 1\n\n", "id: 2\nevent: parts\n\n"] {
            let bytes = coding.send(coding.piece(Bytes::from_static(text.as_bytes())));
            let bytes = if std::mem::take(&mut head) { &bytes[HEAD.len()..] } else { &bytes[..] };
            let mut out = Vec::with_capacity(100);
            reader.decompress_vec(bytes, &mut out, flate2::FlushDecompress::Sync).unwrap();
            assert_eq!(out, text.as_bytes());
        }
        assert_eq!(read(&[&HEAD[..], &gzip().end().unwrap()[10..]].concat()), "");
    }

    #[test]
    fn only_who_takes_gzip_gets_it() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, text.parse().unwrap());
            Coding::accepted(&headers).name()
        };
        assert_eq!(of("gzip, deflate, br, zstd"), Some("gzip"));
        assert_eq!(of("br;q=1.0, GZIP;q=0.5"), Some("gzip"));
        assert_eq!(of("br, gzip;q=0"), None);
        assert_eq!(of("identity"), None);
        assert_eq!(Coding::accepted(&HeaderMap::new()).name(), None);
    }
}
