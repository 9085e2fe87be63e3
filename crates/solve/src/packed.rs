//! Bytes under zstd: certificates, books and checkpoints are written and read through here.
//!
//! Where there is a C compiler for the target its own library packs them. A browser has none; there a library in Rust stands in, which packs
//! as the fastest level does and adds no checksum. Either reads what the other has written.

#[cfg(not(target_arch = "wasm32"))]
mod by {
    use std::io::{self, BufRead, Read, Write};

    pub(crate) type Writer<W> = zstd::Encoder<'static, W>;

    pub(crate) fn writer<W: Write>(out: W) -> io::Result<Writer<W>> {
        let mut packed = zstd::Encoder::new(out, 1)?;
        packed.include_checksum(true)?;
        Ok(packed)
    }

    pub(crate) fn reader<R: BufRead>(input: R) -> io::Result<impl Read> {
        zstd::Decoder::with_buffer(input)
    }

    pub(crate) fn pack(bytes: &[u8], checksum: bool) -> Vec<u8> {
        let pack = || {
            let mut packed = zstd::bulk::Compressor::new(19)?;
            packed.include_checksum(checksum)?;
            packed.compress(bytes)
        };
        pack().expect("compression into memory does not fail")
    }
}

#[cfg(target_arch = "wasm32")]
mod by {
    use std::io::{self, BufRead, Read, Write};

    use ruzstd::decoding::StreamingDecoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    /// Keeps what is written and packs it at the end.
    pub(crate) struct Writer<W> {
        out: W,
        bytes: Vec<u8>,
    }

    impl<W: Write> Write for Writer<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.bytes.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<W: Write> Writer<W> {
        pub(crate) fn finish(mut self) -> io::Result<W> {
            self.out.write_all(&pack(&self.bytes, false))?;
            Ok(self.out)
        }
    }

    pub(crate) fn writer<W: Write>(out: W) -> io::Result<Writer<W>> {
        Ok(Writer { out, bytes: Vec::new() })
    }

    pub(crate) fn reader<R: BufRead>(input: R) -> io::Result<impl Read> {
        StreamingDecoder::new(input).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
    }

    pub(crate) fn pack(bytes: &[u8], _checksum: bool) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }
}

pub(crate) use by::{pack, reader, writer};
