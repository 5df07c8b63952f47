# cfgtool in a container: docker build -t cfgtool . && docker run --rm -v "$PWD:/work:ro" cfgtool analyze .

FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The tarball holds what is published and nothing else.
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp && mv /tmp/cfgtool-*.tgz /tmp/cfgtool.tgz

FROM node:22-bookworm-slim
# diff reads files of git revisions; a mounted repository belongs to somebody else.
RUN apt-get update \
  && apt-get install -y --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  && git config --system --add safe.directory '*'
COPY --from=build /tmp/cfgtool.tgz /tmp/cfgtool.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/cfgtool.tgz && rm /tmp/cfgtool.tgz
USER node
WORKDIR /work
ENTRYPOINT ["cfgtool"]
CMD ["--help"]
