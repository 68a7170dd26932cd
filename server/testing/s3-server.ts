import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { ObjectsConfig } from '@/server/config/objects';

/** An S3 server on loopback that checks signatures, with faults that a test asks for. */
export interface S3Server {
  readonly settings: ObjectsConfig;
  /** All of them, in order. */
  readonly requests: readonly S3Request[];
  /** Asked before each request. */
  fault: ((request: S3Request) => S3Fault | undefined) | null;
  /** Keys of all objects, sorted. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

export interface S3Request {
  readonly method: string;
  readonly key: string;
}

/** A status; or the request is carried out, and its answer is held back until the caller is gone. */
export type S3Fault = { readonly status: number } | 'unanswered';

const BUCKET = 'bodies';
const KEYS_MAX = 10_000;

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'waggle-s3-'));
  const served = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] });
  await served.configureBuckets();
  const answer = served.callback();
  const requests: S3Request[] = [];
  const server = createServer((request, response) => {
    const asked = { method: request.method ?? '', key: (request.url ?? '').slice(BUCKET.length + 2) };
    requests.push(asked);
    const fault = started.fault?.(asked);
    if (fault === undefined) answer(request, response);
    else if (fault === 'unanswered') answer(request, withheld(response));
    else refuse(request, response, fault.status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: S3Server = {
    settings: { url, bucket: BUCKET, region: 'eu-central-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
    requests,
    fault: null,
    async keys() {
      const { objects } = await served.store.listObjects(BUCKET, { maxKeys: KEYS_MAX });
      return objects.map(({ key }) => key).sort();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return started;
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  request.on('end', () => response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>'));
}

function withheld(response: ServerResponse): ServerResponse {
  response.end = () => response;
  return response;
}
