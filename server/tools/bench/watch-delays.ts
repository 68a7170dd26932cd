import { subscribe } from 'node:diagnostics_channel';
import { z } from 'zod';

/**
 * The delays that the practice model drew, read off its replies as they come in: idempotency key to milliseconds
 * before the time-scale. Our own timers play no part, so what we add ourselves cannot hide in them.
 */
const replied = z.object({
  request: z.object({ headers: z.union([z.string(), z.array(z.string())]) }),
  response: z.object({ headers: z.array(z.instanceof(Buffer)) }),
});

export function watchDelays(): ReadonlyMap<string, number> {
  const drawnMs = new Map<string, number>();
  subscribe('undici:request:headers', (message) => {
    const read = replied.safeParse(message);
    if (!read.success) return;
    const { request, response } = read.data;
    const key = headerOf([request.headers].flat(), 'idempotency-key');
    const delay = headerOf(response.headers.map(String), 'x-practice-delay-ms');
    if (key !== null && delay !== null) drawnMs.set(key, Number(delay));
  });
  return drawnMs;
}

/** From a flat list of names and values. */
function headerOf(flat: readonly string[], name: string): string | null {
  const place = flat.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return place === -1 ? null : (flat[place + 1] ?? null);
}
