import type { Cause, CauseCode } from '@/lib/domain/cause';
import type { Ask, Asked, AskRequest } from '@/lib/methods/method';
import { outcomeCause } from './outcome-cause';
import type { Readable } from './readable';

export type UsableReply<T> =
  | { readonly ok: true; readonly value: T; readonly asked: readonly Asked[] }
  | { readonly ok: false; readonly cause: Cause; readonly asked: readonly Asked[] };

export interface AskUntilUsableInput<T> {
  readonly ask: Ask;
  readonly request: AskRequest;
  /** Amount that each re-ask adds to the repetition, so that its journal key and its seed are its own. */
  readonly repetitionStep: number;
  readonly read: (reply: string) => Readable<T>;
}

const RE_ASKS_MAX = 2;

/** Causes that another seed may fix. The adapter has already retried a failed call, and a filter will not relent. */
const WORTH_ASKING_AGAIN: readonly CauseCode[] = ['cutOff', 'empty', 'unparseable'];

/**
 * Asks with the same prompt until a reply can be read, at most twice more. What never became usable ends as a cause,
 * never as a guess at what the reply might have meant. Cost: 1 to 3 calls.
 */
export async function askUntilUsable<T>(input: AskUntilUsableInput<T>): Promise<UsableReply<T>> {
  const asked: Asked[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const repetition = input.request.repetition + attempt * input.repetitionStep;
    const answer = await input.ask({ ...input.request, repetition });
    asked.push(answer);
    const result = readOutcome(answer, input.read);
    if (result.ok) return { ok: true, value: result.value, asked };
    await answer.unusable?.(result.cause);
    if (attempt === RE_ASKS_MAX || !WORTH_ASKING_AGAIN.includes(result.cause.code)) {
      return { ok: false, cause: result.cause, asked };
    }
  }
}

function readOutcome<T>(
  { outcome }: Asked,
  read: (reply: string) => Readable<T>,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly cause: Cause } {
  const cause = outcomeCause(outcome);
  if (cause !== null) return { ok: false, cause };
  const readable = read(outcome.ok ? outcome.text : '');
  if (readable.ok) return readable;
  return { ok: false, cause: { code: 'unparseable', fault: readable.fault } };
}
