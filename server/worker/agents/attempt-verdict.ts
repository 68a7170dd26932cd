import type { RolloutLimits } from '@/lib/domain/agent';
import type { Cause } from '@/lib/domain/cause';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { CarryEnd } from '@/lib/ports/agent';
import type { AttemptFault, PastAttempt } from '@/server/repositories/carried-attempts';
import type { AttemptEvent } from './attempt-watch';

/**
 * What an attempt counts as, by the table of `docs/agents.md`: a decision from what was seen, in this order.
 *
 * 1. A limit ended it: scored on its output, without one `rolloutLimit`.
 * 2. It failed for reasons outside of the agent: tried again.
 * 3. The prompt never stood in its calls: `notInjected`, whatever else it says. An agent that fails before its first
 *    call has not left the prompt out.
 * 4. The agent's own output, or its own failure.
 */
export type Verdict =
  | { readonly kind: 'output'; readonly text: string; readonly limit: keyof RolloutLimits | null }
  | { readonly kind: 'failed'; readonly fault: AttemptFault }
  | { readonly kind: 'stopped' };

export interface AttemptSigns {
  readonly end: CarryEnd;
  readonly event: AttemptEvent | null;
  readonly injection: Readonly<Record<string, InjectionState>>;
  readonly totals: { readonly modelCalls: number };
  /** The limit over which a call was refused. */
  readonly refusedBy: keyof RolloutLimits | null;
  /** The last proxied call failed at the provider. */
  readonly isProviderFailed: boolean;
  /** Earlier attempts used a part of the limits, so that reaching one is no fault of the agent. */
  readonly isReduced: boolean;
}

export function verdictOf(signs: AttemptSigns): Verdict {
  const { end, event, injection, refusedBy, isReduced } = signs;
  const outcome = end.kind === 'outcome' ? end.outcome : null;
  if (outcome === null && event !== 'overdue' && end.kind === 'stopped') return { kind: 'stopped' };
  const limit = refusedBy ?? (outcome === null && event === 'overdue' ? 'seconds' : null);
  if (isReduced && refusedBy !== null) return failed('infrastructure', 'earlierAttempts');
  if (limit === null) {
    const outside = outsideFault(signs, outcome);
    if (outside !== null) return { kind: 'failed', fault: outside };
  }
  const hasWorked = signs.totals.modelCalls > 0 || outcome?.status === 'completed';
  if (hasWorked && Object.values(injection).includes('failed')) return failed('notInjected', 'notInjected');
  const text = outcome?.status === 'completed' ? outcome.output.text : '';
  if (limit !== null && text.trim() === '') return failed('limit', limit);
  if (outcome?.status === 'completed') return { kind: 'output', text, limit };
  if (outcome?.status === 'failed') return failed('agent', outcome.error.code);
  return end.kind === 'failed' ? failed('agent', end.fault, end.code) : { kind: 'stopped' };
}

function outsideFault(
  { end, isProviderFailed }: AttemptSigns,
  outcome: RolloutOutcome | null,
): AttemptFault | null {
  const said = outcome?.status === 'failed' ? outcome.error : null;
  if (said?.kind === 'infrastructure') return faultOf('infrastructure', said.code);
  if (end.kind === 'failed' && end.failure === 'infrastructure')
    return faultOf('infrastructure', end.fault, end.code);
  // The agent gave up because its provider did.
  const isOwn = said !== null || end.kind === 'failed';
  return isOwn && isProviderFailed ? faultOf('infrastructure', 'provider') : null;
}

const faultOf = (
  failure: AttemptFault['failure'],
  fault: string,
  code: number | null = null,
): AttemptFault => ({
  failure,
  fault,
  code,
});

const failed = (...parts: Parameters<typeof faultOf>): Verdict => ({
  kind: 'failed',
  fault: faultOf(...parts),
});

/** The verdict of an attempt that has ended; null where it says nothing of the rollout: it was stopped or lost. */
export function verdictOfPast({ status, outcome, fault }: PastAttempt): Verdict | null {
  const text = outcome?.status === 'completed' ? outcome.output.text : '';
  if (status === 'completed') return { kind: 'output', text, limit: null };
  if (status === 'limit' && text.trim() !== '')
    return { kind: 'output', text, limit: fault === null ? null : limitNamed(fault.fault) };
  return fault === null || status === 'stopped' || status === 'lost' ? null : { kind: 'failed', fault };
}

const LIMITS: readonly (keyof RolloutLimits)[] = ['modelCalls', 'tokens', 'usd', 'seconds'];

const limitNamed = (name: string) => LIMITS.find((limit) => limit === name) ?? null;

/** The limit that ended it; null where none did. */
export function limitOf(verdict: Verdict): keyof RolloutLimits | null {
  if (verdict.kind === 'output') return verdict.limit;
  return verdict.kind === 'failed' && verdict.fault.failure === 'limit'
    ? limitNamed(verdict.fault.fault)
    : null;
}

/** Why a rollout has no output, as its call's outcome says. */
export function causeOf({ failure, fault, code }: AttemptFault): Cause {
  const status = code === null ? '' : ` (${code})`;
  switch (failure) {
    case 'agent':
      return { code: 'agentFailed', message: `The agent failed: ${fault}${status}.` };
    case 'limit':
      return { code: 'rolloutLimit' };
    case 'notInjected':
      return { code: 'notInjected' };
    case 'infrastructure':
      return { code: 'unavailable', message: `The agent could not be run: ${fault}${status}.` };
  }
}
