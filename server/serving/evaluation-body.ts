import { AppError } from '@/lib/errors/app-error';
import type { Asking } from './exchange';

/** Reads the small bodies of evaluations: up to a limit, as JSON, or as nothing where they are none. */
const BYTES_MAX = 64_000;
const DEPTH_MAX = 32;

/** Undefined where the body is no JSON. @throws AppError INPUT_INVALID where it is too large */
export async function readJson(request: Asking): Promise<unknown> {
  const declared = request.headers.get('content-length');
  const text =
    declared !== null && Number(declared) <= BYTES_MAX ? await request.text() : await readCounted(request);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No length was said, or too large a one: counted while it comes. */
async function readCounted(request: Asking): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  // Stopping early must not cancel the stream, which would cut the connection before the refusal is sent.
  for await (const part of request.body.values({ preventCancel: true })) {
    size += part.byteLength;
    if (size > BYTES_MAX)
      throw new AppError(
        'INPUT_INVALID',
        `The body is larger than ${BYTES_MAX / 1000} kB. Send a smaller context.`,
      );
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Whatever walks through a value does so a level a call. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEPTH_MAX && Object.values(value).every((member) => isShallow(member, depth + 1));
}
