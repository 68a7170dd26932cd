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
import type { ModelOutcome } from '@/lib/ports/language-model';
import {
  addProbeCall,
  addReading,
  findDueProbes,
  type ProbeCall,
  type ProbeSet,
  readProbeSet,
} from '@/server/repositories/evaluator-probes';
import { findScoringRun } from '@/server/repositories/scoring-runs';
import { openScoringModel, type ScoringModel } from './scoring-model';

/**
 * Asks a canary's evaluator once more what it was asked in its run, word for word and with the same seed, and keeps how far
 * its scores moved. One call an answer, at most 50; the cost of each is kept, whether or not a reading comes of them. Decides nothing: the next look at the canary does.
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
  const place = { canaryId, at: new Date(atMs) };
  // All are awaited: what one call costs is kept although another one breaks.
  const settled = await Promise.allSettled(answers.map((answer) => rescore(asked, answer, place)));
  const broken = settled.find(({ status }) => status === 'rejected');
  if (broken?.status === 'rejected') throw broken.reason;
  const rescored = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const reading = readProbe(rescored);
  if (reading === null) {
    const message = 'Too few answers of the probe set were scored again; another try follows.';
    throw new AppError('MODEL_UNAVAILABLE', message, { context: { canaryId } });
  }
  const costs = rescored.map(({ usd }) => usd);
  const costUsd = costs.includes(null)
    ? null
    : toNanodollars(costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0));
  await addReading({ ...reading, ...place, costUsd });
}

type Place = Pick<ProbeCall, 'canaryId' | 'at'>;
type Answer = ProbeSet['answers'][number];

/** One answer, with its cost kept as soon as the call is answered. */
async function rescore(asked: ScoringModel, answer: Answer, place: Place) {
  const { kind, binding } = asked;
  const before = answer.score;
  if (kind === 'judge' && refusedByContext(binding, answer.messages)) return { before, after: null, usd: 0 };
  const keep = (isScored: boolean, costUsd: number | null) =>
    addProbeCall({ ...place, key: answer.key, isScored, costUsd });
  const outcome = await ask(asked, answer, place).catch(async (error: unknown) => {
    if (AppError.is(error) && error.context.mayBePaid === true) await keep(false, null);
    throw error;
  });
  const after = scoreOf(kind, outcome);
  const usd = costOf(asked, outcome);
  await keep(after !== null, usd);
  return { before, after, usd };
}

function ask(
  { model, kind, binding, seat }: ScoringModel,
  { key, messages }: Answer,
  { canaryId, at }: Place,
): Promise<ModelOutcome> {
  const { temperature, maxTokens } = binding;
  return model.complete({
    ...({ role: 'evaluator', messages, json: true, temperature, maxTokens } as const),
    purpose: kind === 'judge' ? 'judge' : 'environment',
    // The same each time, so that what is left between two readings is the evaluator's own.
    seed: Number.parseInt(contentHash(key).slice(0, 7), 16),
    idempotencyKey: contentHash(`${canaryId}/${at.getTime()}/${key}`).slice(0, 40),
    ...(seat === 'evaluator' ? {} : { seat }),
  });
}

function scoreOf(kind: ScoringModel['kind'], outcome: ModelOutcome): number | null {
  if (!outcome.ok) return null;
  return kind === 'judge' ? scoreOfVerdict(outcome.text) : scoreOfReply(outcome.text);
}

/** A failed call costs the tokens that the provider charged for it. */
function costOf({ kind, binding }: ScoringModel, outcome: ModelOutcome): number | null {
  if (kind !== 'judge') return reportedUsd(outcome) ?? 0;
  return paidUsd(binding, outcome.ok ? outcome : { ...outcome, tokensCached: 0 });
}
