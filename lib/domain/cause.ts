import type { z } from 'zod';
import type { cause } from './cause-schema';
import type { Immutable } from './immutable';

export type CauseCode = Cause['code'];

/** How many calls or answers failed, by cause; causes without any are left out. */
export type CauseCounts = Readonly<Partial<Record<CauseCode, number>>>;

export type Cause = Immutable<z.output<typeof cause>>;

/** A cause as a fact keeps it. `lib/words/cause` has its sentence. */
export type StatedCause = Omit<Cause, 'message'> & { readonly message?: never };

export function stated(cause: Cause): StatedCause;
export function stated(cause: Cause | null): StatedCause | null;
export function stated(cause: Cause | null): StatedCause | null {
  if (cause === null) return null;
  const { message: _, ...kept } = cause;
  return kept;
}

export type ReplyFault = NonNullable<Cause['fault']>;
export type ContextOverrun = NonNullable<Cause['overrun']>;

/**
 * What this prompt on this model brings of itself: an answer of no use, or none because the prompt and the example are
 * too long for it. Scored 0 like any wrong answer; another try would bring the same. All other causes leave a score missing.
 */
const OWN_FAULTS: readonly CauseCode[] = [
  'cutOff',
  'empty',
  'unparseable',
  'filtered',
  'contextWindow',
  'agentFailed',
  'rolloutLimit',
];

export const isOwnFault = ({ code }: Pick<Cause, 'code'>): boolean => OWN_FAULTS.includes(code);

/** A reflection's reply arrived and could not be read. Without a score there was none to read. */
export const isUnreadable = (cause: Pick<Cause, 'code'> | null): boolean =>
  cause !== null && isOwnFault(cause);
