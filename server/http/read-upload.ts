import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { UploadPart } from '@/lib/contracts/upload-body';
import { AppError } from '@/lib/errors/app-error';
import { HttpFault } from './http-fault';
import type { BodySource } from './read-body';

/**
 * Reads a form part by part as it arrives, so that a file of any size is never held in memory. Parts are read
 * in order.
 */
const LIMITS = { fieldSize: 200_000, fields: 20, files: 21, headerPairs: 50 } as const;

export async function* readUpload({ headers, body }: BodySource): AsyncGenerator<UploadPart> {
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new HttpFault(
      415,
      'MEDIA_TYPE_UNSUPPORTED',
      'Send the body as multipart/form-data, and say so in Content-Type.',
      { accept: 'multipart/form-data' },
    );
  if (body === null) throw unreadable();
  const parts = new PassThrough({ objectMode: true });
  const form = openForm(type);
  form.on('field', (name, value) => parts.write({ kind: 'field', name, value }));
  form.on('file', (field, stream, filename) => {
    // Only files under this name are read; others are drained.
    if (field !== 'files') stream.resume();
    else parts.write({ kind: 'file', name: filename ?? '', bytes: stream });
    // A truncated form ends the stream; the form's own error says what is wrong.
    stream.on('error', () => undefined);
  });
  // A refusal needs no more of the body, and must not cancel it: that would cut the connection before it is
  // sent.
  const source = Readable.from(body.values({ preventCancel: true }));
  const read = pipeline(source, form).then(
    () => parts.end(),
    (error: unknown) => parts.destroy(unreadable(error)),
  );
  try {
    yield* parts as AsyncIterable<UploadPart>;
    await read;
  } finally {
    source.destroy();
  }
}

function openForm(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'INPUT_INVALID',
    'The form could not be read: its parts or its boundary are not right, or the upload broke off.',
    { cause },
  );
}
