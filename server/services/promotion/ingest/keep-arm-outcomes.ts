import {
  addOutcome,
  type CallerChange,
  NO_STEP,
  NOTHING_OF_CALLER,
  withCallers,
} from '@/lib/canary/step-progress';
import { NOTHING_TALLIED } from '@/lib/canary/tally';
import type { AnswerOutcome } from '@/lib/domain/canary-pair';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import {
  type ArmOutcomeGiven,
  type ArmWrite,
  addArmOutcomes,
  callerKey,
  findArmOutcomes,
  sumCallers,
} from '@/server/repositories/arm-outcomes';
import { type CountingRow, lockCounting, writeCounted } from '@/server/repositories/canary-counting';
import { stepProgressOf } from '@/server/repositories/stored-canary';
import { outcomeWindowMs } from '@/server/services/promotion/read/stage-moment';
import {
  allRefused,
  type GivenOutcome,
  INGEST_TRANSACTION,
  type KeptOutcomes,
  type RefusedOutcome,
} from './given-outcome';

/**
 * A batch of outcomes of a live step, where each caller saw one prompt. The look at it is for the tick. What comes in time
 * but after its step went on is kept beside the step and counts nowhere: a step that was judged is not judged again.
 */
export function keepArmOutcomes(
  of: ArmWrite,
  outcomes: readonly GivenOutcome[],
  clock: Clock,
): Promise<KeptOutcomes> {
  return db().$transaction(async (tx) => {
    const row = await lockCounting(of.canaryId, tx);
    if (row === null || row.plan === null) return allRefused(outcomes, 'stageOver');
    const isOn = row.state === 'liveStep' && row.step === of.step;
    const nowMs = clock.nowMs();
    const { arms, refused } = sortOut(outcomes, nowMs - outcomeWindowMs(row.plan));
    const known = await findArmOutcomes(of, [...arms.keys()], tx);
    const fresh = [...arms.values()].filter(({ outcome }) => !known.has(outcome.key));
    for (const { outcome, exposureId, side } of arms.values()) {
      const before = known.get(outcome.key);
      if (before && !isSame(before, outcome)) refused.push({ exposureId, side, reason: 'differs' });
    }
    const given = fresh.map(({ outcome }) => outcome);
    const added =
      given.length === 0 ? new Set() : await addArmOutcomes(of, given, isOn ? new Date(nowMs) : null, tx);
    const counted = given.filter(({ key }) => added.has(key));
    if (isOn && counted.length > 0) await countInStep(tx, { row, of }, counted);
    const repeated = outcomes.length - counted.length - refused.length;
    return { accepted: counted.length, repeated: Math.max(0, repeated), refused };
  }, INGEST_TRANSACTION);
}

async function countInStep(
  tx: Prisma.TransactionClient,
  { row, of }: { readonly row: CountingRow; readonly of: ArmWrite },
  counted: readonly ArmOutcomeGiven[],
): Promise<void> {
  const before = await sumCallers(of, counted, tx);
  const progress = withCallers(stepProgressOf(row) ?? NO_STEP, changesOf(counted, before));
  await writeCounted(row.id, { progress, tally: row.tally ?? NOTHING_TALLIED }, tx);
}

/** Each caller of a batch with what they were counted with and are now. */
function changesOf(
  counted: readonly ArmOutcomeGiven[],
  known: ReadonlyMap<string, CallerChange['before']>,
): readonly CallerChange[] {
  const changes = new Map<string, CallerChange>();
  for (const outcome of counted) {
    const name = callerKey(outcome);
    const before = known.get(name) ?? NOTHING_OF_CALLER;
    const sofar = changes.get(name)?.after ?? before;
    changes.set(name, { variant: outcome.variant, before, after: addOutcome(sofar, outcome) });
  }
  return [...changes.values()];
}

interface Arm {
  readonly outcome: ArmOutcomeGiven;
  readonly exposureId: string;
  readonly side: 'incumbent' | 'challenger';
}

/** Sorts outcomes into the two compared arms; callers in neither arm are not analysed. */
function sortOut(outcomes: readonly GivenOutcome[], openSinceMs: number) {
  const refused: RefusedOutcome[] = [];
  const arms = new Map<string, Arm>();
  for (const one of outcomes) {
    const arm = armOf(one, openSinceMs);
    const first = 'reason' in arm ? undefined : arms.get(arm.outcome.key);
    if ('reason' in arm) refused.push(arm);
    else if (first === undefined) arms.set(arm.outcome.key, arm);
    else if (!isSame(first.outcome, arm.outcome))
      refused.push({ exposureId: arm.exposureId, side: arm.side, reason: 'differs' });
  }
  return { arms, refused };
}

/** The control arm is told as the incumbent. */
function armOf({ exposure, given }: GivenOutcome, openSinceMs: number): Arm | RefusedOutcome {
  const { exposureId } = given;
  if (exposure.variant === 'incumbent') return { exposureId, side: null, reason: 'noCanary' };
  const isChallenger = exposure.variant === 'challenger';
  const [side, other] = isChallenger
    ? (['challenger', 'incumbent'] as const)
    : (['incumbent', 'challenger'] as const);
  const answer = given[side];
  if (answer === undefined || given[other] !== undefined)
    return { exposureId, side: other, reason: 'otherArm' };
  if (exposure.atMs < openSinceMs) return { exposureId, side, reason: 'tooLate' };
  const variant = isChallenger ? 'challenger' : 'control';
  const key = exposureId.slice(-22);
  const { keyHash: cluster, atMs } = exposure;
  const custom = ownScores(given.custom, isChallenger);
  return { outcome: { key, variant, cluster, at: new Date(atMs), custom, ...answer }, exposureId, side };
}

/** A client that tells both sides all the same has measured one of them here. */
function ownScores(
  custom: GivenOutcome['given']['custom'],
  isChallenger: boolean,
): ArmOutcomeGiven['custom'] {
  if (custom === undefined) return null;
  const own = (score: number | readonly [number, number]) =>
    typeof score === 'number' ? score : score[isChallenger ? 1 : 0];
  return Object.fromEntries(Object.entries(custom).map(([name, score]) => [name, own(score)]));
}

function isSame(a: AnswerOutcome, b: AnswerOutcome): boolean {
  return (
    a.score === b.score && a.failure === b.failure && a.latencyMs === b.latencyMs && a.costUsd === b.costUsd
  );
}
