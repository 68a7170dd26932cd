# Three stages: packages, the build, and what runs. The image runs the web server; compose.yaml starts the worker, the
# flag server and the practice model from the same image with another command.

FROM node:24-bookworm-slim AS packages
WORKDIR /waggle
COPY package.json package-lock.json ./
# The image is built on Node 24 already; the pinned second one is not needed in it.
RUN npm pkg delete devDependencies.node && npm install --no-audit --no-fund

FROM packages AS build
COPY . .
# COPY has brought back the untouched package.json; the packages stay.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim AS run
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 WAGGLE_DATA_DIR=/waggle/.data
WORKDIR /waggle
COPY --from=build --chown=node:node /waggle/.next/standalone ./.next/standalone
COPY --from=build --chown=node:node /waggle/node_modules ./node_modules
COPY --from=build --chown=node:node /waggle/server ./server
COPY --from=build --chown=node:node /waggle/lib ./lib
COPY --from=build --chown=node:node /waggle/app/api ./app/api
COPY --from=build --chown=node:node /waggle/prisma ./prisma
COPY --from=build --chown=node:node /waggle/package.json /waggle/tsconfig.json ./
RUN mkdir .data && chown node:node .data
USER node
EXPOSE 3000 3100
ENV PORT=3000 HOSTNAME=0.0.0.0
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", ".next/standalone/server.js"]
