# The programs in an image of their own: docker build -t filetto . && docker run --rm -p 8117:8117 filetto
# Both stages are of one Debian: a program of a newer one would not find its C library in an older one.
FROM rust:1-slim-trixie AS build
WORKDIR /filetto
COPY . .
RUN cargo install --locked --path crates/filetto --root /out

FROM debian:trixie-slim
COPY --from=build /out/bin/ /usr/local/bin/
# Nothing needs to be root, and nothing is kept.
USER nobody
EXPOSE 8117
ENTRYPOINT ["filetto"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8117", "--no-open"]
