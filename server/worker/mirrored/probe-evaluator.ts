import type pg from 'pg';
import { PROBE_EVERY_HOURS, PROBE_MIN, readProbe } from '@/lib/canary/evaluator-drift';
import { contentHash } from '@/lib/domain/content-hash';
import { toNanodollars } from '@/lib/domain/spend';
import { refusedByContext } from '@/lib/engine/calls/call-account';
import { paidUsd, reportedUsd } from '@/lib/engine/calls/pricing';
import { AppError } from '@/lib/errors/app-error';
import { scoreOfVerdict } from '@/lib/evaluation/judge';
import { scoreOfReply } from '@/lib/evaluation/program';
import type { Clock } from '@/lib/ports/clock';
import {
  addReading,
  findDueProbes,
  type ProbeSet,
  readProbeSet,
} from '@/server/repositories/evaluator-probes';
import { findScoringRun } from '@/server/repositories/scoring-runs';
import { openScoringModel, type ScoringModel } from './scoring-model';

/**
 * Asks a canary's evaluator once more what it was asked in its run, word for word and with the same seed, and keeps how far
 * its scores moved. One call an answer, at most 50. Decides nothing: the next look at the canary does.
 */
export function dueProbes(clock: Clock, canaryId?: string): Promise<readonly string[]> {
  const before = new Date(clock.nowMs() - PROBE_EVERY_HOURS * 3_600_000);
  return findDueProbes({ before, answersMin: PROBE_MIN, ...(canaryId === undefined ? {} : { canaryId }) });
}

/** Nothing where it is not due any more: a second job of a canary pays nothing twice. */
export async function probeEvaluator(pool: pg.Pool, canaryId: string, clock: Clock): Promise<void> {
  if ((await dueProbes(clock, canaryId)).length === 0) return;
  const run = await findScoringRun(pool, canaryId);
  const asked = run && (await openScoringModel(run, canaryId));
  if (asked === null) return;
  const { answers } = await readProbeSet(canaryId);
  const atMs = clock.nowMs();
  const rescored = await Promise.all(answers.map((answer) => rescore(asked, answer, `${canaryId}/${atMs}`)));
  const reading = readProbe(rescored);
  if (reading === null) {
    const message = 'Too few answers of the probe set were scored again; another try follows.';
    throw new AppError('MODEL_UNAVAILABLE', message, { context: { canaryId } });
  }
  const costs = rescored.map(({ usd }) => usd);
  const costUsd = costs.includes(null)
    ? null
    : toNanodollars(costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0));
  await addReading({ ...reading, canaryId, at: new Date(atMs), costUsd });
}

async function rescore(
  { kind, model, binding, seat }: ScoringModel,
  { key, score, messages }: ProbeSet['answers'][number],
  round: string,
) {
  const { temperature, maxTokens } = binding;
  if (kind === 'judge' && refusedByContext(binding, messages)) return { before: score, after: null, usd: 0 };
  const outcome = await model.complete({
    ...({ role: 'evaluator', messages, json: true, temperature, maxTokens } as const),
    purpose: kind === 'judge' ? 'judge' : 'environment',
    // The same each time, so that what is left between two readings is the evaluator's own.
    seed: Number.parseInt(contentHash(key).slice(0, 7), 16),
    idempotencyKey: contentHash(`${round}/${key}`).slice(0, 40),
    ...(seat === 'evaluator' ? {} : { seat }),
  });
  if (!outcome.ok) return { before: score, after: null, usd: kind === 'judge' ? null : 0 };
  const after = kind === 'judge' ? scoreOfVerdict(outcome.text) : scoreOfReply(outcome.text);
  return {
    before: score,
    after,
    usd: kind === 'judge' ? paidUsd(binding, outcome) : (reportedUsd(outcome) ?? 0),
  };
}
