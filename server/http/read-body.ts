import { AppError } from '@/lib/errors/app-error';
import { HttpFault } from './http-fault';

/** Reads a body up to a limit counted while reading, because the length header may be wrong or missing. */
export const BODY_BYTES_MAX = 1_000_000;

export interface BodyRule {
  readonly type: 'json' | 'multipart';
  readonly maxBytes: number;
}

/** A web Request, or any object with these two fields, of which the body is read once. */
export interface BodySource {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: {
    values(options: { readonly preventCancel: boolean }): AsyncIterable<Uint8Array>;
  } | null;
}

/** The parsed body; an empty body becomes an empty object, so that the contract names the missing fields. */
export async function readBody(request: BodySource, rule: BodyRule): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > rule.maxBytes) throw tooLarge(rule.maxBytes);
  if (rule.type === 'multipart') return readForm(request, mediaType, rule.maxBytes);
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json');
  if (mediaType !== '' && !isJson) throw unsupported('application/json');
  const bytes = await readBytes(request, rule.maxBytes);
  if (bytes.byteLength === 0) return {};
  if (!isJson) throw unsupported('application/json');
  return parseJson(decodeUtf8(bytes));
}

/** The body as text, for doors that need it to the letter. */
export async function readText(request: BodySource, maxBytes: number): Promise<string> {
  return (await readTextAndBytes(request, maxBytes)).text;
}

/** The same with its bytes: making these anew from a text of 20 kB took longer than all else that is done with it. */
export async function readTextAndBytes(
  request: BodySource,
  maxBytes: number,
): Promise<{ readonly text: string; readonly bytes: Uint8Array }> {
  const bytes = await readBytes(request, maxBytes);
  return { text: decodeUtf8(bytes), bytes };
}

async function readForm(request: BodySource, mediaType: string, maxBytes: number): Promise<unknown> {
  if (mediaType !== 'multipart/form-data') throw unsupported('multipart/form-data');
  const bytes = await readBytes(request, maxBytes);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch((error: unknown) => {
    throw new AppError(
      'INPUT_INVALID',
      'The form could not be read: its parts or its boundary are not right.',
      {
        cause: error,
      },
    );
  });
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

/** The body as it is. */
export async function readBytes(request: BodySource, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Stopping early must not cancel the stream, which would cut the connection before the refusal is sent.
  for await (const part of request.body.values({ preventCancel: true })) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('INPUT_INVALID', 'The body is not UTF-8. Encode it as UTF-8 and send it again.', {
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError(
      'INPUT_INVALID',
      `The body is not JSON: it stops being valid ${placeOf(error, text)}.`,
      {
        cause: error,
        howToProceed: ['Fix the JSON at that place and send it again.'],
      },
    );
  }
}

/** Line and column of the first wrong character, if the parser gives them. */
function placeOf(error: unknown, text: string): string {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  if (position === undefined) return 'at its end';
  const before = text.slice(0, Number(position));
  const line = before.split('\n').length;
  return `at line ${line}, column ${before.length - before.lastIndexOf('\n')}`;
}

function unsupported(wanted: string): HttpFault {
  return new HttpFault(
    415,
    'MEDIA_TYPE_UNSUPPORTED',
    `Send the body as ${wanted}, and say so in Content-Type.`,
    {
      accept: wanted,
    },
  );
}

function tooLarge(maxBytes: number): AppError {
  const most =
    maxBytes >= 1_000_000 ? `${Math.floor(maxBytes / 1_000_000)} MB` : `${Math.floor(maxBytes / 1000)} kB`;
  return new AppError(
    'BODY_TOO_LARGE',
    `The body is larger than ${most}, the limit of this operation. Send less at once.`,
  );
}
