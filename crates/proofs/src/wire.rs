//! HTTP/1.1 as far as the harnesses need it: one request after the other on one connection.

use std::fmt::Write as _;
use std::io::{Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// An answer: status and body.
pub type Answer = (u16, Vec<u8>);

/// The text of a request.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: gloria.test\r\n");
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    let _ = write!(text, "Content-Length: {}\r\n\r\n{body}", body.len());
    text
}

/// What the head of an answer says: its length, status, and the length of the body.
pub fn head(bytes: &[u8]) -> Option<(usize, u16, usize)> {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..end]).ok()?;
    let status = text.split(' ').nth(1)?.parse().ok()?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    });
    Some((end, status, length.unwrap_or(0)))
}

/// A caller that keeps its connection.
#[derive(Debug)]
pub struct Caller {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Caller {
    /// Connects.
    pub fn new(address: SocketAddr) -> Result<Self, Error> {
        Self::with(address, Duration::from_secs(30))
    }

    /// Connects, and waits so long for each answer.
    pub fn with(address: SocketAddr, patience: Duration) -> Result<Self, Error> {
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(10))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience))?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Sends a request and reads its answer; an error if the other end is gone.
    pub fn call(&mut self, request: &str) -> Result<Answer, Error> {
        self.stream.write_all(request.as_bytes())?;
        self.buffer.clear();
        let mut part = [0; 16_384];
        loop {
            if let Some((start, status, length)) = head(&self.buffer)
                && self.buffer.len() >= start + length
            {
                return Ok((status, self.buffer[start..start + length].to_vec()));
            }
            match self.stream.read(&mut part)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                read => self.buffer.extend_from_slice(&part[..read]),
            }
        }
    }

    /// Calls the API; the answer is JSON.
    pub fn api(&mut self, token: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value), Error> {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        let text = match body {
            Some(body) => request("POST", path, &headers, &body.to_string()),
            None => request("GET", path, &headers[..1], ""),
        };
        let (status, bytes) = self.call(&text)?;
        Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }
}
