import { readArmGuardrails } from '@/lib/canary/arm-guardrails';
import { decideStep, type StepDecision } from '@/lib/canary/live-steps';
import { NO_STEP, type StepProgress } from '@/lib/canary/step-progress';
import { NOTHING_TALLIED } from '@/lib/canary/tally';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { Clock } from '@/lib/ports/clock';
import type { Prisma } from '@/server/db/generated/client';
import { readArmLatencies } from '@/server/repositories/arm-outcomes';
import { countArms } from '@/server/repositories/canaries';
import {
  type CountingRow,
  lastLookOf,
  writeCounted,
  writeLooks,
} from '@/server/repositories/canary-counting';
import { findLastLook } from '@/server/repositories/evidence';
import { whyNotWiden } from './assert-as-approved';
import { takeMoveIn } from './move-canary';
import { healthOf, hoursSince } from './stage-moment';

/** A live step as time goes by: a look where outcomes came or something is decided, and the move that follows. */
type Tx = Prisma.TransactionClient;

interface Stepping {
  readonly row: CountingRow;
  readonly plan: CanaryPlan;
}

/** Processes that serve hear of a step within a second; what they handed out before belongs to no arm of it. */
const SETTLING_MS = 5_000;

export async function tickStep(tx: Tx, { row, plan }: Stepping, clock: Clock): Promise<void> {
  const nowMs = clock.nowMs();
  const progress = (row.progress ?? NO_STEP) as StepProgress;
  const since = new Date((row.stageStartedAt?.getTime() ?? nowMs) + SETTLING_MS);
  const { counts: arms, lastAt } = await countArms(row.slotId, since, tx);
  const seen = { ...row, lastTrafficAt: lastAt ?? row.lastTrafficAt };
  const health = healthOf(seen, plan, { nowMs, arms, tally: null });
  const { control, challenger } = progress;
  const elapsedHours = hoursSince(row.stageStartedAt, nowMs);
  const guardrails = readArmGuardrails(plan, progress, await latenciesOf(tx, { row, plan }));
  const decided = decideStep(plan, { control, challenger, elapsedHours, health, guardrails });
  const lost = decided.move === 'advance' ? await whyNotWiden(tx, row.id) : null;
  const decision: StepDecision = lost === null ? decided : { ...decided, move: 'hold', reason: lost };
  if (
    decision.move !== 'hold' ||
    isNews(progress, decision) ||
    (lost !== null && !(await isSaid(tx, row, lost)))
  )
    await keepStepLook(tx, row, { progress, decision, detail: { health, guardrails }, nowMs });
  await follow(tx, row, decision, clock);
}

/** Read only where the plan has such a guardrail: they are as many as there are callers. */
async function latenciesOf(tx: Tx, { row, plan }: Stepping) {
  if (!plan.guardrails.some(({ metric }) => metric === 'latencyP95')) return null;
  return readArmLatencies({ canaryId: row.id, step: row.step ?? 0 }, tx);
}

function isNews({ latest }: StepProgress, { verdict }: StepDecision): boolean {
  return latest === null || latest.pairs !== verdict.pairs;
}

/** That a step holds for this is written down once, not at every tick. */
async function isSaid(tx: Tx, { id, state }: CountingRow, reason: string): Promise<boolean> {
  const last = await findLastLook(id, state, tx);
  return (last?.detail as { readonly reason?: unknown } | null | undefined)?.reason === reason;
}

interface StepLook {
  readonly progress: StepProgress;
  readonly decision: StepDecision;
  readonly detail: { readonly health: readonly object[]; readonly guardrails: readonly object[] };
  readonly nowMs: number;
}

async function keepStepLook(
  tx: Tx,
  row: CountingRow,
  { progress, decision: { verdict, reason }, detail: found, nowMs }: StepLook,
): Promise<void> {
  // Looks count on from step to step: they belong to one stage.
  const number = (await lastLookOf(row.id, row.state, tx)) + 1;
  const tally = row.tally ?? NOTHING_TALLIED;
  await writeCounted(row.id, { progress: { ...progress, looks: number, latest: verdict }, tally }, tx);
  const detail = { ...found, step: row.step, reason };
  const place = { canaryId: row.id, stage: row.state, at: new Date(nowMs) };
  await writeLooks([{ ...place, look: number, verdict, detail }], tx);
}

async function follow(tx: Tx, row: CountingRow, decision: StepDecision, clock: Clock): Promise<void> {
  const { move, reason, verdict } = decision;
  if (move === 'hold') return;
  const request =
    move === 'advance' ? ({ kind: 'advance' } as const) : ({ kind: 'judge', verdict: verdict.kind } as const);
  await takeMoveIn(tx, { canaryId: row.id, request }, { who: 'worker', clock, reason });
}
