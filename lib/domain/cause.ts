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
  /** An agent failed of itself: it said so, ended with a fault, or gave no readable outcome. */
  | 'agentFailed'
  /** A component of the candidate never stood in the agent's calls, so the rollout says nothing of it. */
  | 'notInjected'
  /** The rollout reached one of its own limits before there was an output. */
  | 'rolloutLimit'
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
  /** Part that a reader of the reply missed in it. */
  readonly fault?: ReplyFault;
  /** HTTP status of a reply that refused the call. */
  readonly status?: number;
  /** A request that no call of the model can hold. */
  readonly overrun?: ContextOverrun;
  /** Summaries that failed; what they were to sum up is read as it is. */
  readonly summaries?: number;
  /** The adapter's account of a failed call, for the journal and logs. Holds no prompt and no key. */
  readonly message?: string;
}

/** A cause as a fact keeps it. `lib/words/cause` has its sentence. */
export interface StatedCause extends Omit<Cause, 'message'> {
  readonly message?: never;
}

export function stated(cause: Cause): StatedCause;
export function stated(cause: Cause | null): StatedCause | null;
export function stated(cause: Cause | null): StatedCause | null {
  if (cause === null) return null;
  const { message: _, ...kept } = cause;
  return kept;
}

export type ReplyFault =
  | 'noFinalAnswer'
  | 'emptyAnswer'
  | 'noJsonObject'
  | 'saysNothing'
  | 'noReasoning'
  | 'noOperations'
  | 'operationNoObject'
  | 'operationNoType'
  | 'operationNoText'
  | 'additionIncomplete'
  | 'noTaggedText'
  | 'emptyTaggedText'
  | 'noFence'
  | 'openFence'
  | 'emptyFence'
  | 'noScore'
  /** Budget: it is the deadline that left no room. */
  | 'late';

export interface ContextOverrun {
  readonly promptTokens: number;
  /** Room that the reply may take. */
  readonly replyTokens: number;
  readonly contextTokens: number;
}

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
