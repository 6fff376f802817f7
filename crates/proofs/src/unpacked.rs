//! The body of a stream as it comes over the wire: in chunks, compressed, one piece in each chunk.

use std::cell::RefCell;
use std::io::{Error, ErrorKind};

use flate2::{Decompress, FlushDecompress, Status};

use crate::wire::head;

/// How a gzip body begins, as the server writes it.
const HEAD: usize = 10;

/// A body that is read as it comes.
pub struct Unpacked {
    raw: Vec<u8>,
    /// Whether the answer's head has been read, and the body's.
    read: (bool, bool),
    /// What reads it as a browser would, with all that came before; the others know that no piece refers to an earlier one.
    reader: Option<Box<Decompress>>,
}

thread_local! {
    static READER: RefCell<(Decompress, Vec<u8>)> = RefCell::new((Decompress::new(false), Vec::with_capacity(1 << 20)));
}

fn fault(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what.to_owned())
}

impl Unpacked {
    /// A body of which nothing has come; `as_browser`: one that is read with all that came before.
    pub fn new(as_browser: bool) -> Self {
        let reader = as_browser.then(|| Box::new(Decompress::new(false)));
        Self { raw: Vec::new(), read: (false, false), reader }
    }

    /// What has come.
    pub fn add(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
    }

    /// The next whole piece, and how many bytes it took on the wire.
    pub fn next(&mut self) -> Result<Option<(String, usize)>, Error> {
        if !self.read.0 {
            let Some((start, status, _)) = head(&self.raw) else { return Ok(None) };
            if status != 200 {
                return Err(fault(&format!("a stream is answered {status}")));
            }
            self.raw.drain(..start);
            self.read.0 = true;
        }
        let Some(line) = self.raw.windows(2).position(|two| two == b"\r\n") else { return Ok(None) };
        let size =
            std::str::from_utf8(&self.raw[..line]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let size = size.ok_or_else(|| fault("a chunk begins with its size"))?;
        let end = line + 2 + size + 2;
        if self.raw.len() < end {
            return Ok(None);
        }
        let from = line + 2 + if self.read.1 { 0 } else { HEAD };
        self.read.1 = true;
        let text = self.unpack(from.min(end - 2), end - 2)?;
        if self.raw.len() == end {
            self.raw = Vec::new();
        } else {
            self.raw.drain(..end);
        }
        Ok(Some((text, end)))
    }

    fn unpack(&mut self, from: usize, end: usize) -> Result<String, Error> {
        READER.with_borrow_mut(|(shared, out)| {
            let reader = if let Some(own) = &mut self.reader {
                own.as_mut()
            } else {
                shared.reset(false);
                shared
            };
            out.clear();
            let status = reader.decompress_vec(&self.raw[from..end], out, FlushDecompress::Sync);
            match status.map_err(Error::from)? {
                Status::Ok | Status::StreamEnd if out.len() < out.capacity() => {}
                Status::Ok | Status::StreamEnd | Status::BufError => {
                    return Err(fault("a piece does not end with its chunk"));
                }
            }
            String::from_utf8(out.clone()).map_err(|_| fault("a piece is not text"))
        })
    }
}
