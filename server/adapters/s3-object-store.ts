import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request as send } from 'undici';
import { AppError } from '@/lib/errors/app-error';
import type { ObjectStore } from '@/lib/ports/object-store';
import type { ObjectsConfig } from '@/server/config/objects';
import { guardedConnector } from './address-guard';
import { addressRefusal } from './error-causes';

/**
 * An S3-compatible store, addressed by path and signed with version 4 over the hash of the body. Connects to the
 * operator's address alone, and follows no redirect. Tries again with growing pauses at 5xx, 429, and where no whole
 * answer came.
 */
const CONNECTIONS = 16;
const CONNECT_MS = 10_000;
const TRIES = 4;
const REPLY_BYTES_MAX = 64_000_000;
/** No object has this key. */
const ABSENT = 'waggle-check';

interface Pace {
  readonly timeoutMs: number;
  /** Before the second try; doubles for each one after it. */
  readonly pauseMs: number;
}

/** All tries of a request end within some two minutes. */
const PACE: Pace = { timeoutMs: 30_000, pauseMs: 500 };

interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

export function s3ObjectStore(
  settings: ObjectsConfig,
  pace: Pace = PACE,
): ObjectStore & { close(): Promise<void> } {
  const { host } = new URL(settings.url);
  const agent = new Agent({ connections: CONNECTIONS, connect: guardedConnector([host], CONNECT_MS) });
  const ask = (method: Method, key: string, body?: Uint8Array) =>
    patiently(pace, () => once({ agent, settings, timeoutMs: pace.timeoutMs }, method, { key, body }));
  return {
    async put(key, body) {
      const reply = await ask('PUT', key, body);
      if (reply.status !== 200) throw refused(reply);
    },
    async read(key) {
      const reply = await ask('GET', key);
      if (reply.status === 200) return reply.body;
      if (isAbsent(reply)) return null;
      throw refused(reply);
    },
    async remove(key) {
      const reply = await ask('DELETE', key);
      if (reply.status !== 200 && reply.status !== 204 && !isAbsent(reply)) throw refused(reply);
    },
    async check() {
      const reply = await ask('GET', ABSENT);
      if (reply.status !== 200 && !isAbsent(reply)) throw refused(reply);
    },
    close: () => agent.close(),
  };
}

type Method = 'GET' | 'PUT' | 'DELETE';

async function once(
  { agent, settings, timeoutMs }: { agent: Agent; settings: ObjectsConfig; timeoutMs: number },
  method: Method,
  { key, body }: { readonly key: string; readonly body: Uint8Array | undefined },
): Promise<Reply> {
  const { url, bucket, region, accessKey: accessKeyId, secretKey: secretAccessKey } = settings;
  const signer = new AwsV4Signer({
    ...{ method, url: `${url}/${bucket}/${key}`, region, service: 's3', accessKeyId, secretAccessKey },
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  });
  const signed = await signer.sign();
  const reply = await send(signed.url, {
    ...{ method, dispatcher: agent, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) },
    headers: Object.fromEntries(signed.headers),
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply.body as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > REPLY_BYTES_MAX) throw new Error(`The reply is larger than ${REPLY_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return { status: reply.statusCode, body: Buffer.concat(parts) };
}

async function patiently({ pauseMs }: Pace, ask: () => Promise<Reply>): Promise<Reply> {
  for (let tried = 1; ; tried += 1) {
    const reply = await ask().catch((error: unknown) => unreachable(error));
    const mayPass = reply instanceof AppError ? reply.retryable : reply.status >= 500 || reply.status === 429;
    if (mayPass && tried < TRIES) {
      await wait(pauseMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
      continue;
    }
    if (reply instanceof AppError) throw reply;
    return reply;
  }
}

const unreachable = (error: unknown): AppError =>
  addressRefusal(error) ??
  new AppError('OBJECTS_UNAVAILABLE', 'The object store does not answer.', { cause: error });

const codeOf = ({ body }: Reply) => /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8', 0, 4_000))?.[1];

/** A bucket that is absent is a fault of the settings: its objects are not gone. */
const isAbsent = (reply: Reply) => reply.status === 404 && codeOf(reply) === 'NoSuchKey';

function refused(reply: Reply): AppError {
  const code = codeOf(reply);
  return new AppError(
    'OBJECTS_UNAVAILABLE',
    `The object store answered with ${reply.status}${code === undefined ? '' : ` (${code})`}.`,
    { howToProceed: ['Check the settings WAGGLE_OBJECTS_… and run npm run doctor.'] },
  );
}
