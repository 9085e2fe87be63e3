//! The payload: a stream of numbers under zstd, seven bits a byte, least significant first, 128 added to all bytes but the
//! last. It is never unpacked as a whole, so that a bomb costs no more than the decompressor's window.

use std::io::{BufReader, Bytes, Read, Take};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::Fault;

/// The largest window that a certificate may ask the decompressor for.
const WINDOW: u64 = 8 << 20;

type Unpacked<'a, 'b> = StreamingDecoder<&'b mut &'a [u8], FrameDecoder>;

pub(crate) struct Payload<'a, 'b>(Bytes<BufReader<Take<Unpacked<'a, 'b>>>>);

impl<'a, 'b> Payload<'a, 'b> {
    pub(crate) fn open(packed: &'b mut &'a [u8], limit: u64) -> Result<Payload<'a, 'b>, Fault> {
        let stream = StreamingDecoder::new_with_max_window_size(packed, WINDOW);
        let stream = stream.map_err(|error| Fault::new(format!("the payload is no zstd frame: {error}")))?;
        Ok(Payload(BufReader::new(stream.take(limit)).bytes()))
    }

    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        self.0.next().transpose().map_err(|error| Fault::new(format!("the payload is damaged or cut off: {error}")))
    }

    pub(crate) fn number(&mut self) -> Result<usize, Fault> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte =
                self.byte()?.ok_or_else(|| Fault::new("the payload, or what is allowed of it, ends too early"))?;
            number |= usize::from(byte & 127) << shift;
            if byte < 128 {
                let short = byte > 0 || shift == 0;
                return if short { Ok(number) } else { Err(Fault::new("a number in more bytes than it needs")) };
            }
        }
        Err(Fault::new("a number of more than 28 bits"))
    }

    pub(crate) fn finish(&mut self) -> Result<(), Fault> {
        let end = self.byte()?.is_none();
        if end { Ok(()) } else { Err(Fault::new("the proof is complete, but the payload goes on")) }
    }
}
