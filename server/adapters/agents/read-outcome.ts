import { type RolloutJob, type RolloutOutcome, rolloutOutcome } from '@/lib/domain/rollout-documents';
import type { CarryEnd } from '@/lib/ports/agent';

/** An outcome in the words of its document, held against the job that it answers. */
export function readOutcome(text: string, job: Pick<RolloutJob, 'rolloutId' | 'attempt'>): CarryEnd {
  const parsed = rolloutOutcome.safeParse(parsedJson(text));
  if (!parsed.success) return agentFault('badOutcome', null);
  return isOutcomeOf(parsed.data, job)
    ? { kind: 'outcome', outcome: parsed.data }
    : agentFault('wrongRollout', null);
}

export function isOutcomeOf(
  { rolloutId, attempt }: Pick<RolloutOutcome, 'rolloutId' | 'attempt'>,
  job: Pick<RolloutJob, 'rolloutId' | 'attempt'>,
): boolean {
  return rolloutId === job.rolloutId && attempt === job.attempt;
}

type Failed = Extract<CarryEnd, { kind: 'failed' }>;

export function agentFault(fault: Failed['fault'], code: number | null): Failed {
  return { kind: 'failed', failure: 'agent', fault, code };
}

export function infrastructureFault(
  fault: Failed['fault'],
  code: number | null,
  retryAfterMs?: number,
): Failed {
  const hint = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'failed', failure: 'infrastructure', fault, code, ...hint };
}

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
