import { recountCluster } from '@/lib/canary/cluster-count';
import { countWithLooks, isDecided, type Looked, NOT_LOOKED } from '@/lib/canary/looks';
import { differenceOf } from '@/lib/canary/pair-count';
import { NOTHING_TALLIED, readGuardrails, tallyPairs } from '@/lib/canary/tally';
import type { CanaryPlan, HealthFinding } from '@/lib/domain/canary';
import type { CustomScores, PairState } from '@/lib/domain/canary-pair';
import type { CanaryProgress, CanaryTally } from '@/lib/domain/canary-progress';
import type { Clock } from '@/lib/ports/clock';
import { meanOf, NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';
import type { Prisma } from '@/server/db/generated/client';
import { type CountingRow, writeCounted, writeLooks } from '@/server/repositories/canary-counting';
import { sumClusters } from '@/server/repositories/canary-pairs';
import { pairProgressOf, tallyOf } from '@/server/repositories/stored-canary';
import { takeMoveIn } from '@/server/services/promotion/decide/move-canary';
import { healthOf } from '@/server/services/promotion/read/stage-moment';

/**
 * Counts pairs that are settled, in the transaction that settled them: differences into the running sums, a look at every
 * registered number of pairs, the tally beside it. A harm or broken numbers end the stage at once; a pass is judged at
 * the registered end only, by the tick. The caller holds the canary's row. Cost: a few statements per
 * batch, whatever came before.
 */
type Tx = Prisma.TransactionClient;

export interface CountedPair {
  readonly key: string;
  readonly cluster: string | null;
  readonly pair: PairState;
  readonly custom: CustomScores | null;
}

export interface StageState {
  readonly progress: CanaryProgress;
  readonly tally: CanaryTally;
}

export function stageState(row: CountingRow): StageState {
  const kept = pairProgressOf(row) ?? NOT_LOOKED;
  // A watch lasts its time: only a proven harm ends it.
  const goesOn = row.state === 'watch' && kept.latest?.kind !== 'fail';
  return {
    progress: goesOn ? { ...kept, latest: null } : kept,
    tally: tallyOf(row) ?? NOTHING_TALLIED,
  };
}

export async function countSettled(
  tx: Tx,
  {
    row,
    plan,
    pairs,
  }: { readonly row: CountingRow; readonly plan: CanaryPlan; readonly pairs: readonly CountedPair[] },
  clock: Clock,
): Promise<StageState> {
  const before = stageState(row);
  if (pairs.length === 0) return before;
  const nowMs = clock.nowMs();
  const tally = tallyPairs(
    before.tally,
    plan.guardrails,
    pairs.map(({ pair, custom }) => ({ ...pair, custom })),
  );
  const health = healthOf(row, plan, { nowMs, tally });
  const guardrails = readGuardrails(plan, tally, null);
  const { differences, progress: recounted } = await byCluster(tx, row, pairs, before.progress);
  // Hours that never end the stage: the end waits until nothing is open any more.
  const moment = { elapsedHours: 0, health: judgedHealth(row, health), guardrails };
  const { progress, looks } = countWithLooks(plan, recounted, { differences, moment });
  await keepStage(tx, row, { progress, tally }, { looks, detail: { health, guardrails }, nowMs });
  await judgeIfDecided(tx, row, progress, clock);
  return { progress, tally };
}

/**
 * Before a promotion broken numbers end the stage. In the watch they must not hide a harm: a prompt that is live and gives
 * no answer is just what they look like, and going back is safe. They are shown, and the difference is judged all the same.
 */
function judgedHealth({ state }: CountingRow, health: readonly HealthFinding[]): readonly HealthFinding[] {
  return state === 'watch' ? health.filter(({ check }) => check === 'incumbentChanged') : health;
}

interface Kept {
  readonly looks: readonly Looked[];
  readonly detail: object;
  readonly nowMs: number;
}

export async function keepStage(
  tx: Tx,
  row: CountingRow,
  state: StageState,
  { looks, detail, nowMs }: Kept,
): Promise<void> {
  await writeCounted(row.id, state, tx);
  const place = { canaryId: row.id, stage: row.state, detail, at: new Date(nowMs) };
  await writeLooks(
    looks.map(({ look, verdict }) => ({ ...place, look, verdict })),
    tx,
  );
}

/** Moves a decided canary in the same transaction, so that none is decided and unmoved. */
export async function judgeIfDecided(
  tx: Tx,
  row: CountingRow,
  progress: CanaryProgress,
  clock: Clock,
): Promise<void> {
  const { latest } = progress;
  if (latest === null || !isDecided(progress)) return;
  // A watch that finds anything but harm goes on.
  if (row.state === 'watch' && latest.kind !== 'fail') return;
  const by = { who: 'worker', clock, reason: latest.reasons[0]?.sentence } as const;
  await takeMoveIn(tx, { canaryId: row.id, request: { kind: 'judge', verdict: latest.kind } }, by);
}

interface Portion {
  readonly differences: readonly number[];
  readonly progress: CanaryProgress;
}

/** One difference a pair; pairs of one conversation are averaged, and count anew with what came before. */
async function byCluster(
  tx: Tx,
  row: CountingRow,
  pairs: readonly CountedPair[],
  progress: CanaryProgress,
): Promise<Portion> {
  const alone = pairs
    .filter(({ cluster }) => cluster === null)
    .map(({ pair }) => differenceOf(scoresOf(pair)));
  const now = new Map<string, RunningSums>();
  for (const { cluster, pair } of pairs)
    if (cluster !== null)
      now.set(cluster, withNumber(now.get(cluster) ?? NOTHING_SUMMED, differenceOf(scoresOf(pair))));
  if (now.size === 0) return { differences: alone, progress };
  const stage = { canaryId: row.id, stage: row.state };
  const keys = pairs.map(({ key }) => key);
  const known = await sumClusters(stage, [...now.keys()], keys, tx);
  const fresh: number[] = [];
  let { count } = progress;
  for (const [cluster, sums] of now) {
    const before = known.get(cluster);
    if (before === undefined) fresh.push(meanOf(sums));
    else count = recountCluster(count, { before: { ...before, sumSquares: 0 }, after: added(before, sums) });
  }
  return { differences: [...alone, ...fresh], progress: { ...progress, count } };
}

const added = (a: { readonly n: number; readonly sum: number }, b: RunningSums): RunningSums => ({
  n: a.n + b.n,
  sum: a.sum + b.sum,
  sumSquares: 0,
});

const scoresOf = ({ incumbent, challenger }: PairState) => ({
  incumbent: incumbent.score,
  challenger: challenger.score,
});
