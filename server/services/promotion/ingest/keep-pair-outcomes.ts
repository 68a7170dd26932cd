import { mergeOutcomes, NO_OUTCOMES } from '@/lib/canary/merge-outcomes';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { CustomScores } from '@/lib/domain/canary-pair';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { type CountingRow, lockCounting } from '@/server/repositories/canary-counting';
import {
  findTouchedPairs,
  type KeptPair,
  type WrittenPair,
  writePairs,
} from '@/server/repositories/canary-pairs';
import { countSettled } from '@/server/services/promotion/count/count-settled';
import { outcomeWindowMs } from '@/server/services/promotion/read/stage-moment';
import {
  allRefused,
  type GivenOutcome,
  INGEST_TRANSACTION,
  type KeptOutcomes,
  type RefusedOutcome,
} from './given-outcome';

/** A batch of outcomes of pairs, in shadow or in the watch: merged, written and counted in one transaction. */
interface StageKept {
  readonly canaryId: string;
  readonly stage: 'shadow' | 'watch';
}

export function keepPairOutcomes(
  of: StageKept,
  outcomes: readonly GivenOutcome[],
  clock: Clock,
): Promise<KeptOutcomes> {
  return db().$transaction(async (tx) => {
    const row = await lockCounting(of.canaryId, tx);
    if (row === null || row.plan === null || row.state !== of.stage) return allRefused(outcomes, 'stageOver');
    return keep(tx, { row, plan: row.plan, of, clock }, outcomes);
  }, INGEST_TRANSACTION);
}

interface Where {
  readonly row: CountingRow;
  readonly plan: CanaryPlan;
  readonly of: StageKept;
  readonly clock: Clock;
}

async function keep(
  tx: Prisma.TransactionClient,
  { row, plan, of, clock }: Where,
  outcomes: readonly GivenOutcome[],
): Promise<KeptOutcomes> {
  const nowMs = clock.nowMs();
  const touched = await findTouchedPairs(of, outcomes.map(keyOf), tx);
  const merged = mergeBatch(outcomes, touched, nowMs - outcomeWindowMs(plan));
  const written = [...merged.changed.values()];
  if (written.length > 0) await writePairs(of, written, new Date(nowMs), tx);
  const pairs = written.filter(({ pair }) => pair.isSettled);
  await countSettled(tx, { row, plan, pairs }, clock);
  return merged;
}

/** The pair is named by its request, so that a request that was asked for twice is one pair. */
const keyOf = ({ exposure, given }: GivenOutcome) => exposure.keyHash ?? given.exposureId.slice(-22);

interface MergedBatch extends KeptOutcomes {
  readonly changed: ReadonlyMap<string, WrittenPair & { readonly cluster: string | null }>;
}

function mergeBatch(
  outcomes: readonly GivenOutcome[],
  touched: ReadonlyMap<string, KeptPair>,
  openSinceMs: number,
): MergedBatch {
  const changed = new Map<string, WrittenPair & { readonly cluster: string | null }>();
  const refused: RefusedOutcome[] = [];
  let [accepted, repeated] = [0, 0];
  for (const outcome of outcomes) {
    const { exposure, given } = outcome;
    const scores = pairScores(given.custom);
    if (scores === null) {
      refused.push({ exposureId: given.exposureId, side: null, reason: 'oneSided' });
      continue;
    }
    const key = keyOf(outcome);
    const known = touched.get(key);
    const before = changed.get(key)?.pair ?? known ?? NO_OUTCOMES;
    const { pair, isChanged, refused: faults } = mergeOutcomes(before, sidesOf(given));
    for (const fault of faults) refused.push({ exposureId: given.exposureId, ...fault });
    if (isChanged && exposure.atMs < openSinceMs)
      refused.push({ exposureId: given.exposureId, side: null, reason: 'tooLate' });
    else if (isChanged) {
      accepted += 1;
      const custom = { ...changed.get(key)?.custom, ...scores };
      const at = new Date(exposure.atMs);
      changed.set(key, { key, at, pair, cluster: known?.cluster ?? null, custom: orNull(custom) });
    } else if (faults.length === 0) repeated += 1;
  }
  return { changed, accepted, repeated, refused };
}

function sidesOf({ incumbent, challenger }: GivenOutcome['given']) {
  return { ...(incumbent ? { incumbent } : {}), ...(challenger ? { challenger } : {}) };
}

/** Null where one of them is of one side only. */
function pairScores(custom: GivenOutcome['given']['custom'] = {}): CustomScores | null {
  const pairs = Object.entries(custom).flatMap(([name, score]) =>
    typeof score === 'number' ? [] : [[name, score] as const],
  );
  return pairs.length < Object.keys(custom).length ? null : Object.fromEntries(pairs);
}

const orNull = (custom: CustomScores) => (Object.keys(custom).length === 0 ? null : custom);
