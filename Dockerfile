# Leafwatch as an image, with Node.js and without a database (docs/install.md says what was tried of it).

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# The commit that Admin, System and the metrics name: --build-arg LEAFWATCH_COMMIT=$(git rev-parse HEAD).
ARG LEAFWATCH_COMMIT
# Without the packages and files that only development and builds need.
RUN npm run build && node scripts/slim.mjs /slim

FROM node:22-bookworm-slim
WORKDIR /app
# Owned by root, so that the program cannot change itself. It owns only /data.
COPY --from=build /slim /app
RUN install -d -o node -g node -m 0711 /data
ENV NODE_ENV=production LEAFWATCH_DATA_DIR=/data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Everything ends within 10 s of SIGTERM.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "scripts/start.mjs"]
