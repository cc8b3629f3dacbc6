# Litestream is built from source at one version. It embeds SQLite 3.53.0, which has no WAL-reset bug (fixed in 3.51.3).
# The images are named by tag. To make later builds identical, pin the digests of your first build.
# The Go version is the toolchain that Litestream's own go.mod names. GOTOOLCHAIN=local refuses any other.
FROM golang:1.26.10-bookworm AS litestream
ENV GOTOOLCHAIN=local
ARG LITESTREAM_VERSION=v0.5.18
RUN CGO_ENABLED=0 GOBIN=/out go install -ldflags='-s -w' github.com/benbjohnson/litestream/cmd/litestream@${LITESTREAM_VERSION}

FROM oven/bun:1.4.5-slim AS packages
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN ["bun", "install", "--frozen-lockfile", "--production"]

FROM oven/bun:1.4.5-slim
COPY --from=litestream /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=litestream /out/litestream /usr/local/bin/litestream
COPY --from=packages /app/node_modules /app/node_modules
WORKDIR /app
COPY package.json litestream.yml LICENSE ./
COPY db ./db
COPY src ./src
# The pages are bundled here, so that the first visitor does not wait for it.
RUN ["bun", "/app/src/executable/site.ts"]
RUN ["install", "-d", "-o", "1000", "-g", "1000", "-m", "700", "/data"]
USER 1000:1000
VOLUME /data
EXPOSE 3000
ENV NODE_ENV=production HOST=0.0.0.0 DATABASE_PATH=/data/chairside.db METRICS_PORT=9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`)).ok ? 0 : 1)"]
ENTRYPOINT ["bun", "src/main.ts", "--replicated"]
