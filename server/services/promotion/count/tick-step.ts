import { readArmGuardrails } from '@/lib/canary/arm-guardrails';
import { decideStep, type StepDecision } from '@/lib/canary/live-steps';
import { checkCallers } from '@/lib/canary/step-callers';
import { NO_STEP } from '@/lib/canary/step-progress';
import { NOTHING_TALLIED } from '@/lib/canary/tally';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { StepProgress } from '@/lib/domain/canary-progress';
import { canonicalJson } from '@/lib/domain/content-hash';
import type { StepCallers } from '@/lib/domain/step-callers';
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
import { countStepCallers } from '@/server/repositories/step-callers';
import { stepProgressOf } from '@/server/repositories/stored-canary';
import { whyNotWiden } from '@/server/services/promotion/decide/assert-as-approved';
import { takeMoveIn } from '@/server/services/promotion/decide/move-canary';
import {
  HOUR_MS,
  healthOf,
  hoursSince,
  outcomeWindowMs,
} from '@/server/services/promotion/read/stage-moment';

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
  const callers = await callersOf(tx, { row, plan }, nowMs);
  const progress = { ...(stepProgressOf(row) ?? NO_STEP), callers };
  const since = new Date((row.stageStartedAt?.getTime() ?? nowMs) + SETTLING_MS);
  const { counts: arms, lastAt } = await countArms(row.slotId, since, tx);
  const seen = { ...row, lastTrafficAt: lastAt ?? row.lastTrafficAt };
  const health = healthOf(seen, plan, { nowMs, arms, callers, tally: null });
  const { control, challenger } = progress;
  const elapsedHours = hoursSince(row.stageStartedAt, nowMs);
  const guardrails = readArmGuardrails(plan, progress, await latenciesOf(tx, { row, plan }));
  const decided = decideStep(plan, { control, challenger, callers, elapsedHours, health, guardrails });
  const lost = decided.move === 'advance' ? await whyNotWiden(tx, row.id) : null;
  const decision: StepDecision = lost === null ? decided : { ...decided, move: 'hold', reason: lost };
  if (
    decision.move !== 'hold' ||
    isNews(progress, decision) ||
    isFinding({ row, plan }, callers) ||
    (lost !== null && !(await isSaid(tx, row, lost)))
  )
    await keepStepLook(tx, row, { progress, decision, detail: { health, guardrails, callers }, nowMs });
  else await keepCallers(tx, row, progress);
  await follow(tx, row, decision, clock);
}

/** Read only where the plan has such a guardrail: they are as many as there are callers. */
async function latenciesOf(tx: Tx, { row, plan }: Stepping) {
  if (!plan.guardrails.some(({ metric }) => metric === 'latencyP95')) return null;
  return readArmLatencies({ canaryId: row.id, step: row.step ?? 0 }, tx);
}

/** Callers of the step: due once their hours for an outcome are over, open while those of the step's time have some left. */
function callersOf(tx: Tx, { row, plan }: Stepping, nowMs: number): Promise<StepCallers> {
  const startMs = row.stageStartedAt?.getTime() ?? nowMs;
  return countStepCallers(
    { canaryId: row.id, step: row.step ?? 0 },
    { dueBy: new Date(nowMs - outcomeWindowMs(plan)), endsAt: new Date(startMs + plan.stepHours * HOUR_MS) },
    tx,
  );
}

/** Between looks the counts alone are kept, and only where one changed. */
async function keepCallers(tx: Tx, row: CountingRow, progress: StepProgress): Promise<void> {
  const before = stepProgressOf(row)?.callers;
  if (canonicalJson(before ?? null) === canonicalJson(progress.callers ?? null)) return;
  await writeCounted(row.id, { progress, tally: row.tally ?? NOTHING_TALLIED }, tx);
}

function isNews({ latest }: StepProgress, { verdict }: StepDecision): boolean {
  return latest === null || latest.pairs !== verdict.pairs;
}

/** True where the finding about missing outcomes has changed since the stored counts. */
function isFinding({ row, plan }: Stepping, callers: StepCallers): boolean {
  const before = stepProgressOf(row)?.callers;
  const stateOf = (one: StepCallers) => checkCallers(one, plan.pairsPlanned).state;
  return before !== undefined && stateOf(before) !== stateOf(callers);
}

/** True where the last look gives this reason to hold: it is recorded once, not at every tick. */
async function isSaid(tx: Tx, { id, state }: CountingRow, reason: string): Promise<boolean> {
  const last = await findLastLook(id, state, tx);
  return (last?.detail as { readonly reason?: unknown } | null | undefined)?.reason === reason;
}

interface StepLook {
  readonly progress: StepProgress;
  readonly decision: StepDecision;
  readonly detail: {
    readonly health: readonly object[];
    readonly guardrails: readonly object[];
    readonly callers: object;
  };
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
