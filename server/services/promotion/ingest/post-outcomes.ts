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
import { keepTraceOutcomes } from './keep-trace-outcomes';

/**
 * Outcomes of answers, posted by the customer's client. Each names an exposure that Waggle issued (rulings C3); a batch
 * is saved per canary, each in one transaction, and each refused outcome is listed without delaying the others. Outside of
 * a canary, an outcome is the score of the trace of its answer; in one, it is that too.
 */
const SENTENCES: Readonly<Record<RefusedOutcomeReason, string>> = {
  unknown: 'This exposure id was not issued here for this slot.',
  noCanary: 'This answer was given outside of a canary, where only a score or a failure is kept.',
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
  const { known, groups, refused } = groupByStage(slotId, outcomes);
  const kept = [];
  for (const group of groups.values()) kept.push(await keepGroup(group, clock));
  const all = [...refused, ...kept.flatMap((one) => one.refused)];
  const contradicted = new Set(all.filter(contradicts).map(({ exposureId }) => exposureId));
  const told = known.filter(({ given }) => !contradicted.has(given.exposureId));
  const isNew = await keepTraceOutcomes(actor.workspaceId, told);
  const isOutside = (one: RefusedOutcome) => one.reason === 'noCanary' && isNew.has(one.exposureId);
  const outside = all.filter(isOutside).length;
  const fresh = new Set(all.filter(isOutside).flatMap(({ exposureId: id }) => (isNew.get(id) ? id : [])))
    .size;
  return {
    accepted: kept.reduce((sum, { accepted }) => sum + accepted, fresh),
    repeated: kept.reduce((sum, { repeated }) => sum + repeated, outside - fresh),
    refused: all.filter((one) => !isOutside(one)).map((one) => ({ ...one, sentence: SENTENCES[one.reason] })),
  };
}

/** An outcome that is too late for a canary still says how its answer was. */
const contradicts = ({ reason }: RefusedOutcome) => reason === 'differs' || reason === 'otherArm';

interface Group {
  readonly canaryId: string;
  readonly stage: 'shadow' | 'liveStep' | 'watch';
  readonly step: number;
  readonly outcomes: GivenOutcome[];
}

function groupByStage(slotId: string, outcomes: readonly PostedOutcome[]) {
  const groups = new Map<string, Group>();
  const refused: RefusedOutcome[] = [];
  const known: GivenOutcome[] = [];
  const ids = exposureIds();
  for (const given of outcomes) {
    const exposure = ids.read(given.exposureId);
    const { exposureId } = given;
    if (exposure === null || exposure.slotId !== slotId) {
      refused.push({ exposureId, side: null, reason: 'unknown' });
      continue;
    }
    known.push({ exposure, given });
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
  return { known, groups, refused };
}

function keepGroup({ canaryId, stage, step, outcomes }: Group, clock: Clock): Promise<KeptOutcomes> {
  return stage === 'liveStep'
    ? keepArmOutcomes({ canaryId, step }, outcomes, clock)
    : keepPairOutcomes({ canaryId, stage }, outcomes, clock);
}
