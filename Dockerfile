# One machine (docs/one-machine.md): the production build, workerd and the machine's own accounts, as a user without rights.
FROM node:24-slim
# Certificates: models, sites and mail servers are asked over TLS. procps: `ps`, by which a document reader that grows too large is ended.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates procps && rm -rf /var/lib/apt/lists/*
WORKDIR /app
RUN chown node:node /app && install -d -o node -g node -m 700 /data
USER node
COPY --chown=node:node package.json package-lock.json ./
RUN npm install && npm cache clean --force
COPY --chown=node:node . .
RUN npm run build
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=30s --timeout=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--require", "./scripts/node-check.cjs", "scripts/serve.ts"]
