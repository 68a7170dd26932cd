import { isProbed, PROBE_EVERY_HOURS } from '@/lib/canary/evaluator-drift';
import { isDecided, look } from '@/lib/canary/looks';
import { readGuardrails } from '@/lib/canary/tally';
import { hasEnded } from '@/lib/canary/verdict';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { Clock } from '@/lib/ports/clock';
import { seededRng } from '@/lib/random/seeded-rng';
import type { Prisma } from '@/server/db/generated/client';
import { type CountingRow, lockCounting } from '@/server/repositories/canary-counting';
import { findDuePairs, oldestOpenPair, readLatencies, stampPairs } from '@/server/repositories/canary-pairs';
import { wantReading } from '@/server/repositories/evaluator-probes';
import { takeMoveIn } from '@/server/services/promotion/decide/move-canary';
import {
  HOUR_MS,
  healthOf,
  hoursSince,
  outcomeWindowMs,
} from '@/server/services/promotion/read/stage-moment';
import { countSettled, judgeIfDecided, keepStage, type StageState, stageState } from './count-settled';

/**
 * A stage whose requests both prompts answer, as time goes by. What was not told in time is lost and counts as 0, and only
 * once nothing of a stage is open any more can it end: otherwise just the answers that never came would not be seen.
 */
type Tx = Prisma.TransactionClient;

interface Stage {
  readonly row: CountingRow;
  readonly plan: CanaryPlan;
}

/** So many are settled in one go; the rest waits for the next tick. */
const DUE_MAX = 5_000;

export async function tickPairs(tx: Tx, { row, plan }: Stage, clock: Clock): Promise<void> {
  const nowMs = clock.nowMs();
  const of = { canaryId: row.id, stage: row.state };
  const due = await findDuePairs(of, new Date(nowMs - outcomeWindowMs(plan)), DUE_MAX, tx);
  const lost = due.map((pair) => ({ ...pair, pair: { ...pair, isSettled: true }, custom: null }));
  if (lost.length > 0) {
    await stampPairs(
      of,
      lost.map(({ key }) => key),
      new Date(nowMs),
      tx,
    );
    await countSettled(tx, { row, plan, pairs: lost }, clock);
  }
  // Read again: the lost ones may have decided it.
  const now = await lockCounting(row.id, tx);
  if (now === null || now.state !== row.state) return;
  const open = await oldestOpenPair(of, tx);
  const settledHours = hoursSince(now.stageStartedAt, open?.getTime() ?? nowMs);
  if (now.state === 'watch') return endWatch(tx, { row: now, plan }, { settledHours, clock });
  await endShadow(tx, { row: now, plan }, { settledHours, clock });
}

interface Time {
  /** Hours of the stage of which every pair is settled. */
  readonly settledHours: number;
  readonly clock: Clock;
}

async function endWatch(tx: Tx, { row, plan }: Stage, { settledHours, clock }: Time): Promise<void> {
  if (settledHours < plan.watchHours) return;
  const by = { who: 'worker', clock, reason: 'No harm was proven while it was watched.' } as const;
  await takeMoveIn(tx, { canaryId: row.id, request: { kind: 'finishWatch' } }, by);
}

async function endShadow(tx: Tx, { row, plan }: Stage, { settledHours, clock }: Time): Promise<void> {
  const state = stageState(row);
  if (isDecided(state.progress)) return judgeIfDecided(tx, row, state.progress, clock);
  const nowMs = clock.nowMs();
  const pairs = state.progress.count.differences.n;
  const isEnd = hasEnded(plan, { pairs, elapsedHours: settledHours });
  const health = healthOf(row, plan, { nowMs, tally: state.tally });
  const isBroken = health.some((finding) => finding.state === 'invalid' || finding.state === 'quiet');
  if (!isEnd && !isBroken) return;
  if (isEnd && !isBroken && (await waitsForReading(tx, row, nowMs))) return;
  const guardrails = readGuardrails(plan, state.tally, isEnd ? await latenciesOf(tx, { row, plan }) : null);
  const moment = { elapsedHours: isEnd ? settledHours : 0, health, guardrails };
  const progress = look(plan, state.progress, moment);
  await keepLook(tx, row, { ...state, progress }, { detail: { health, guardrails }, nowMs });
  await judgeIfDecided(tx, row, progress, clock);
}

/** A verdict waits for one more reading of the evaluator; for an unreachable one only as long as a reading counts. */
const READING_WAIT_MS = PROBE_EVERY_HOURS * HOUR_MS;

async function waitsForReading(tx: Tx, { id, evaluator }: CountingRow, nowMs: number): Promise<boolean> {
  if (evaluator === null || !isProbed(evaluator)) return false;
  const { wantedAtMs, latest } = evaluator;
  if (wantedAtMs === null) {
    await wantReading(id, new Date(nowMs), tx);
    return true;
  }
  const isRead = latest !== null && Date.parse(latest.at) >= wantedAtMs;
  return !isRead && nowMs < wantedAtMs + READING_WAIT_MS;
}

async function keepLook(
  tx: Tx,
  row: CountingRow,
  state: StageState,
  { detail, nowMs }: { readonly detail: object; readonly nowMs: number },
): Promise<void> {
  const { looks, latest } = state.progress;
  const taken = latest === null ? [] : [{ look: looks, verdict: latest }];
  await keepStage(tx, row, state, { looks: taken, detail, nowMs });
}

/** Read only where the plan has such a guardrail: they are as many as there are pairs. */
async function latenciesOf(tx: Tx, { row, plan }: Stage) {
  if (!plan.guardrails.some(({ metric }) => metric === 'latencyP95')) return null;
  const latencies = await readLatencies({ canaryId: row.id, stage: row.state }, tx);
  return { ...latencies, rng: seededRng(`latency/${row.id}`) };
}
