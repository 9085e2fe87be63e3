//! The payload: a stream of numbers, seven bits a byte, least significant first, under zstd.

use std::io::Read;

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::Fault;

/// The decompressor's memory. Certificates are written with a window no larger than this.
const WINDOW: u64 = 8 << 20;

pub(crate) struct Payload<'a, 'b> {
    stream: StreamingDecoder<&'b mut &'a [u8], FrameDecoder>,
    chunk: Vec<u8>,
    at: usize,
    left: u64,
}

impl<'a, 'b> Payload<'a, 'b> {
    pub(crate) fn open(packed: &'b mut &'a [u8], limit: u64) -> Result<Payload<'a, 'b>, Fault> {
        let stream = StreamingDecoder::new_with_max_window_size(packed, WINDOW)
            .map_err(|error| Fault::Payload(format!("no zstd frame: {error}")))?;
        Ok(Payload { stream, chunk: Vec::new(), at: 0, left: limit })
    }

    /// The next byte, or none at the end.
    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        if self.at == self.chunk.len() {
            self.chunk.resize(1 << 16, 0);
            let read = self.stream.read(&mut self.chunk);
            self.chunk.truncate(*read.as_ref().unwrap_or(&0));
            read.map_err(|error| Fault::Payload(format!("damaged or cut off: {error}")))?;
            self.at = 0;
        }
        let byte = self.chunk.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// The next number.
    pub(crate) fn number(&mut self) -> Result<usize, Fault> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            self.left = self.left.checked_sub(1).ok_or_else(|| Fault::TooLarge("the payload".into()))?;
            let byte = self.byte()?.ok_or_else(|| Fault::Payload("it ends before the proof does".into()))?;
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(Fault::Payload("a number of more than 28 bits".into()))
    }

    /// Nothing may follow the proof.
    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        match self.byte()? {
            None => Ok(()),
            Some(_) => Err(Fault::Payload("the proof is complete, but the payload goes on".into())),
        }
    }
}
