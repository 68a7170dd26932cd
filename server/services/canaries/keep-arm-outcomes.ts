import { NO_STEP, type StepProgress, withArmScores } from '@/lib/canary/step-progress';
import { NOTHING_TALLIED } from '@/lib/canary/tally';
import type { AnswerOutcome } from '@/lib/domain/canary-pair';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { lockCounting, writeCounted } from '@/server/repositories/canary-counting';
import {
  type ArmOutcomeGiven,
  type ArmWrite,
  addArmOutcomes,
  findArmOutcomes,
} from '@/server/repositories/canary-pairs';
import {
  allRefused,
  type GivenOutcome,
  INGEST_TRANSACTION,
  type KeptOutcomes,
  type RefusedOutcome,
} from './given-outcome';
import { outcomeWindowMs } from './stage-moment';

/** A batch of outcomes of a live step, where each caller saw one prompt. The look at it is for the tick. */
export function keepArmOutcomes(
  of: ArmWrite,
  outcomes: readonly GivenOutcome[],
  clock: Clock,
): Promise<KeptOutcomes> {
  return db().$transaction(async (tx) => {
    const row = await lockCounting(of.canaryId, tx);
    if (row === null || row.plan === null || row.state !== 'liveStep' || row.step !== of.step)
      return allRefused(outcomes, 'stageOver');
    const nowMs = clock.nowMs();
    const { arms, refused } = sortOut(outcomes, nowMs - outcomeWindowMs(row.plan));
    const known = await findArmOutcomes(of, [...arms.keys()], tx);
    const fresh = [...arms.values()].filter(({ outcome }) => !known.has(outcome.key));
    for (const { outcome, exposureId, side } of arms.values()) {
      const before = known.get(outcome.key);
      if (before && !isSame(before, outcome)) refused.push({ exposureId, side, reason: 'differs' });
    }
    const given = fresh.map(({ outcome }) => outcome);
    const added = given.length === 0 ? new Set() : await addArmOutcomes(of, given, new Date(nowMs), tx);
    const counted = given.filter(({ key }) => added.has(key));
    const progress = withArmScores((row.progress ?? NO_STEP) as StepProgress, counted);
    const tally = row.tally ?? NOTHING_TALLIED;
    if (counted.length > 0) await writeCounted(row.id, { progress, tally }, tx);
    const repeated = outcomes.length - counted.length - refused.length;
    return { accepted: counted.length, repeated: Math.max(0, repeated), refused };
  }, INGEST_TRANSACTION);
}

interface Arm {
  readonly outcome: ArmOutcomeGiven;
  readonly exposureId: string;
  readonly side: 'incumbent' | 'challenger';
}

/** Those of the two arms that are compared; whoever is in neither is not analysed. */
function sortOut(outcomes: readonly GivenOutcome[], openSinceMs: number) {
  const refused: RefusedOutcome[] = [];
  const arms = new Map<string, Arm>();
  for (const { exposure, given } of outcomes) {
    const { exposureId } = given;
    const variant = exposure.variant === 'challenger' ? 'challenger' : 'control';
    const side = variant === 'challenger' ? 'challenger' : 'incumbent';
    const other = side === 'challenger' ? given.incumbent : given.challenger;
    const outcome = given[side];
    if (exposure.variant === 'incumbent') refused.push({ exposureId, side: null, reason: 'noCanary' });
    else if (outcome === undefined || other !== undefined)
      refused.push({ exposureId, side: side === 'challenger' ? 'incumbent' : 'challenger', reason: 'otherArm' });
    else if (exposure.atMs < openSinceMs) refused.push({ exposureId, side, reason: 'tooLate' });
    else {
      const key = exposureId.slice(-22);
      const first = arms.get(key);
      if (first && !isSame(first.outcome, outcome)) refused.push({ exposureId, side, reason: 'differs' });
      else arms.set(key, { outcome: { key, variant, at: new Date(exposure.atMs), ...outcome }, exposureId, side });
    }
  }
  return { arms, refused };
}

function isSame(a: AnswerOutcome, b: AnswerOutcome): boolean {
  return (
    a.score === b.score && a.failure === b.failure && a.latencyMs === b.latencyMs && a.costUsd === b.costUsd
  );
}
