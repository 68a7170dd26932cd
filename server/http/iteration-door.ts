import type { ReduceReflectionsBody } from '@/lib/contracts/iterations';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { reduceIteration } from '@/server/services/iterations/reduce-iteration';
import { eventStream, type StreamEvent } from './event-stream';
import { openRequestModel } from './model-access';
import type { Call } from './serve';
import { problemOf } from './to-problem';

/** The in-request iteration, streamed or answered once, as the caller prefers. */
const KEY = /^[\x21-\x7e]{1,200}$/;

export async function answerIteration(
  actor: Actor<'experiment'>,
  body: ReduceReflectionsBody,
  { request, signal, requestId }: Call,
): Promise<Response> {
  const input = { body, idempotencyKey: idempotencyKeyOf(request) };
  if (request.headers.get('accept')?.includes('application/json')) {
    const answer = await reduceIteration(actor, input, {
      openModel: openRequestModel,
      onEvent: () => undefined,
    });
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  }
  const early: StreamEvent[] = [];
  let sink = (event: StreamEvent): void => void early.push(event);
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const work = reduceIteration(actor, input, {
    openModel: openRequestModel,
    onEvent: ({ type, data }) => {
      sink({ event: type, data });
      begun();
    },
  });
  // An error before the first event still gets its own status.
  await Promise.race([beginning, work]);
  return eventStream(
    signal,
    async (send) => {
      early.forEach(send);
      sink = send;
      await work;
    },
    (error) => ({ event: 'failed', data: problemOf(error, requestId) }),
  );
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || KEY.test(key)) return key;
  const message = 'An Idempotency-Key has 1 to 200 printable characters without spaces.';
  throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'Idempotency-Key', message }] });
}
