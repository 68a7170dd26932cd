import type pg from 'pg';
import type { AnswerOutcome, Side } from '@/lib/domain/canary-pair';
import { seededRng } from '@/lib/random/seeded-rng';
import { logOf } from '@/server/observability/log';
import { servingClock } from '@/server/observability/serving-clock';
import { noteScoring } from '@/server/repositories/evaluator-probes';
import {
  type ClaimedRequest,
  claimMirrored,
  forgetMirrored,
  forgetOverdue,
} from '@/server/repositories/mirrored-requests';
import { keepPairOutcomes } from '@/server/services/promotion/ingest/keep-pair-outcomes';
import { exposureIds } from '@/server/serving/exposure-id';
import { type BlindEvaluator, openBlindEvaluator } from './blind-evaluator';

/**
 * Scores what the gateway answered twice: both answers by one evaluator that is not told which is whose, in an order that
 * is drawn by the request; then the pair is counted like any posted outcome, and its texts are forgotten. An answer that
 * failed has its failure for a score. Where no verdict comes, the pair is tried again until its time is over and then
 * counts as lost.
 */
const BATCH = 32;
/** Longer than a judge takes; another worker takes over after it. */
const CLAIM_SECONDS = 120;

const SIDES = ['incumbent', 'challenger'] as const;
type Scored = Readonly<Record<Side, AnswerOutcome>>;

/** Returns how many requests it took. A canary whose evaluator breaks does not hold the others up. */
export async function scoreMirrored(
  pool: pg.Pool,
  openEvaluator: (canaryId: string) => Promise<BlindEvaluator | null> = (id) => openBlindEvaluator(pool, id),
): Promise<number> {
  const requests = await claimMirrored(pool, { limit: BATCH, seconds: CLAIM_SECONDS });
  const byStage = new Map<string, ClaimedRequest[]>();
  for (const request of requests) {
    const name = `${request.canaryId} ${request.stage}`;
    byStage.set(name, [...(byStage.get(name) ?? []), request]);
  }
  const faults: unknown[] = [];
  for (const group of byStage.values())
    await scoreGroup(pool, group, openEvaluator).catch((error: unknown) => faults.push(error));
  await forgetOverdue(pool);
  if (faults.length > 0) throw faults[0];
  return requests.length;
}

async function scoreGroup(
  pool: pg.Pool,
  group: readonly ClaimedRequest[],
  openEvaluator: (canaryId: string) => Promise<BlindEvaluator | null>,
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { canaryId, stage } = first;
  const evaluator = await openEvaluator(canaryId);
  if (evaluator === null) {
    const message = 'A canary has no evaluator that may score its traffic: its pairs count as lost.';
    logOf('canaries').warn({ canaryId }, message);
    return;
  }
  const scored = await Promise.all(
    group.map(async (request) => ({ request, outcomes: await scoreBoth(evaluator, request) })),
  );
  const done = scored.flatMap(({ request, outcomes }) => {
    const exposure = exposureIds().read(request.exposureId);
    if (outcomes === null || exposure === null) return [];
    return [{ exposure, given: { exposureId: request.exposureId, ...outcomes } }];
  });
  if (done.length === 0) return;
  await noteScoring(pool, canaryId, new Date(servingClock().nowMs()));
  await keepPairOutcomes({ canaryId, stage }, done, servingClock());
  await forgetMirrored(
    pool,
    done.map(({ given }) => given.exposureId),
  );
}

/** Both or neither: a pair of which one side has its verdict waits for the other. */
async function scoreBoth(evaluator: BlindEvaluator, request: ClaimedRequest): Promise<Scored | null> {
  const { exposureId, texts } = request;
  const drawn = seededRng(`blind/${exposureId}`).nextFloat() < 0.5 ? SIDES : SIDES.toReversed();
  const outcomes = new Map<Side, AnswerOutcome>();
  for (const [turn, side] of drawn.entries()) {
    const { failure, latencyMs, costUsd } = request[side];
    const { question, context, expected } = texts;
    // The key names the turn and not the side.
    const given = {
      question,
      context,
      expected,
      answer: texts[side],
      key: `${exposureId.slice(-22)}/${turn}`,
    };
    const score = failure === null ? await evaluator.score(given) : null;
    if (failure === null && score === null) return null;
    outcomes.set(side, { score, failure, latencyMs, costUsd });
  }
  const [incumbent, challenger] = SIDES.map((side) => outcomes.get(side));
  return incumbent && challenger ? { incumbent, challenger } : null;
}
