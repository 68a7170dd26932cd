import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** One request of an exporter, with its body as it was before compression. */
export interface SentTelemetry {
  readonly path: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface TelemetryCollector {
  readonly url: string;
  readonly sent: readonly SentTelemetry[];
  close(): Promise<void>;
}

/** A receiver of telemetry over real HTTP on loopback that keeps what it was sent and takes everything. */
export async function startTelemetryCollector(): Promise<TelemetryCollector> {
  const sent: SentTelemetry[] = [];
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const isZipped = request.headers['content-encoding'] === 'gzip';
    sent.push({
      path: request.url ?? '',
      contentType: request.headers['content-type'] ?? '',
      body: isZipped ? gunzipSync(body) : body,
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
