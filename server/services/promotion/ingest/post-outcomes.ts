import type {
  IngestedOutcomes,
  PostedOutcome,
  PostOutcomesInput,
  RefusedOutcomeReason,
} from '@/lib/contracts/canary-ingest';
import type { Actor } from '@/lib/domain/actor';
import { assertOfSlot } from '@/lib/policy/roles';
import type { Clock } from '@/lib/ports/clock';
import { getSlotRow } from '@/server/repositories/slots';
import { exposureIds } from '@/server/serving/exposure-id';
import type { GivenOutcome, KeptOutcomes, RefusedOutcome } from './given-outcome';
import { keepArmOutcomes } from './keep-arm-outcomes';
import { keepPairOutcomes } from './keep-pair-outcomes';

/**
 * Outcomes of answers, posted by the customer's client. Each names an exposure that Waggle issued (rulings C3); a batch
 * is saved per canary, each in one transaction, and each refused outcome is listed without delaying the others.
 */
const SENTENCES: Readonly<Record<RefusedOutcomeReason, string>> = {
  unknown: 'This exposure id was not issued here for this slot.',
  noCanary: 'This answer was given outside of a canary, so no outcome is asked for.',
  scoredHere: 'The gateway has both answers to this request, and both are scored here by one evaluator.',
  stageOver: 'The stage of the canary that this answer belongs to is over.',
  tooLate: 'The time for outcomes of this answer is over; it was counted as lost.',
  differs: 'This side already has another outcome, and the first one is kept.',
  otherArm: 'This answer was given in the other arm.',
  oneSided: 'A guardrail score of a pair takes both sides: [incumbent, challenger].',
};

export async function postOutcomes(
  actor: Actor<'ingest'>,
  { slotId, outcomes }: PostOutcomesInput & { readonly slotId: string },
  clock: Clock,
): Promise<IngestedOutcomes> {
  assertOfSlot(actor, slotId);
  await getSlotRow(actor.workspaceId, slotId);
  const { groups, refused } = groupByStage(slotId, outcomes);
  const kept = [];
  for (const group of groups.values()) kept.push(await keepGroup(group, clock));
  const all = [...refused, ...kept.flatMap((one) => one.refused)];
  return {
    accepted: kept.reduce((sum, { accepted }) => sum + accepted, 0),
    repeated: kept.reduce((sum, { repeated }) => sum + repeated, 0),
    refused: all.map((one) => ({ ...one, sentence: SENTENCES[one.reason] })),
  };
}

interface Group {
  readonly canaryId: string;
  readonly stage: 'shadow' | 'liveStep' | 'watch';
  readonly step: number;
  readonly outcomes: GivenOutcome[];
}

function groupByStage(slotId: string, outcomes: readonly PostedOutcome[]) {
  const groups = new Map<string, Group>();
  const refused: RefusedOutcome[] = [];
  const ids = exposureIds();
  for (const given of outcomes) {
    const exposure = ids.read(given.exposureId);
    const { exposureId } = given;
    if (exposure === null || exposure.slotId !== slotId) {
      refused.push({ exposureId, side: null, reason: 'unknown' });
      continue;
    }
    const { canaryId, stage, step, variant } = exposure;
    if (canaryId === null || stage === null) {
      refused.push({ exposureId, side: null, reason: 'noCanary' });
      continue;
    }
    // A client sees only one of the two answers: its score next to the evaluator's would compare two instruments.
    if (stage !== 'liveStep' && variant !== 'challenger') {
      refused.push({ exposureId, side: null, reason: 'scoredHere' });
      continue;
    }
    const name = `${canaryId}/${stage}/${step}`;
    const group = groups.get(name) ?? { canaryId, stage, step: step ?? 0, outcomes: [] };
    group.outcomes.push({ exposure, given });
    groups.set(name, group);
  }
  return { groups, refused };
}

function keepGroup({ canaryId, stage, step, outcomes }: Group, clock: Clock): Promise<KeptOutcomes> {
  return stage === 'liveStep'
    ? keepArmOutcomes({ canaryId, step }, outcomes, clock)
    : keepPairOutcomes({ canaryId, stage }, outcomes, clock);
}
