/** Why a call, an answer or an example gave nothing usable. Data with a name, shown to people, never thrown. */
export type CauseCode =
  /** The provider gave 429 until the retries ran out. */
  | 'rateLimited'
  /** 5xx or no connection until the retries ran out. */
  | 'unavailable'
  | 'timedOut'
  /** 4xx: the provider will not take this request. */
  | 'rejected'
  /** finish_reason = length: cut off, so never adopted. */
  | 'cutOff'
  /** The reply was empty. */
  | 'empty'
  /** A reply came, but not in the shape that was asked for. */
  | 'unparseable'
  /** The provider's filter stopped the reply. */
  | 'filtered'
  /** The program of an environment ended with a fault, was killed, could not be started or wrote no score. */
  | 'programFailed'
  /** The request is longer than the model's context leaves room for, so it was never sent. */
  | 'contextWindow'
  /** A hard cap left no room for the call. */
  | 'budget';

/** How many calls or answers failed, by cause; causes without any are left out. */
export type CauseCounts = Readonly<Partial<Record<CauseCode, number>>>;

export interface Cause {
  readonly code: CauseCode;
  /** One sentence for people. Holds no prompt and no key. */
  readonly message: string;
}

/**
 * What this prompt on this model brings of itself: an answer of no use, or none because the prompt and the example are
 * too long for it. Scored 0 like any wrong answer; another try would bring the same. All other causes leave a score missing.
 */
const OWN_FAULTS: readonly CauseCode[] = ['cutOff', 'empty', 'unparseable', 'filtered', 'contextWindow'];

export const isOwnFault = ({ code }: Cause): boolean => OWN_FAULTS.includes(code);

/** A reflection's reply arrived and could not be read. Without a score there was none to read. */
export const isUnreadable = (cause: Cause | null): boolean => cause !== null && isOwnFault(cause);
