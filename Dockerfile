# The local stack in a container: API, DynamoDB engine and S3 server, all data in /data.
# For trying the service out and for small installations on one machine; AWS is what it is made for.

# The console, which Vite builds into node_modules/.cache, and the engine among the optional packages.
FROM node:24-bookworm-slim AS build
WORKDIR /service
COPY package.json package-lock.json tsconfig.json ./
COPY client client
COPY console console
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY shared shared
COPY scripts scripts
RUN node scripts/local/console/ensure-console.ts

# The packages that `npm start` needs. Nothing that runs here needs an install script, and the image has a Node.
FROM node:24-bookworm-slim AS packages
WORKDIR /service
COPY package.json package-lock.json ./
COPY client client
COPY console console
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 S3_PORT=3001 DATA_DIR=/data
WORKDIR /service
RUN install -d -o node -g node /data
COPY --from=packages /service/node_modules node_modules
COPY --from=build /service/node_modules/@dynoxide node_modules/@dynoxide
COPY --from=build /service/node_modules/.cache node_modules/.cache
COPY package.json tsconfig.json ./
COPY functions functions
COPY client client
COPY console console
COPY shared shared
COPY scripts scripts
COPY docs docs
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: SIGTERM then reaches the service itself, which ends its engine in order.
CMD ["node", "scripts/local/start.ts"]
