import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import type { RuleBench } from '../rule-bench';
import {
  CANARY_DRAFT,
  type SeededSlot,
  seedCanary,
  seedEvidence,
  seedLight,
  seedMeasured,
  seedSlot,
} from '../seed-canary';
import type { RuleCase } from '../test-rules';

/** Refusals of a canary's registration and of the steps to production. */
const CANDIDATE = 'c'.repeat(64);

const nameOf = (bench: RuleBench) => bench.newName().replace(' ', '_').toLowerCase();

async function slotOf(bench: RuleBench, wanted = {}): Promise<SeededSlot> {
  return seedSlot(bench.api, nameOf(bench), wanted);
}

/** A draft with these settings, to be registered. */
async function drafted(bench: RuleBench, draft: object, wanted = {}) {
  const canaryId = await seedCanary(bench.api, await slotOf(bench, wanted), { draft });
  return { params: { canaryId } };
}

async function amending(bench: RuleBench, state: string) {
  const slot = await slotOf(bench);
  const canaryId = await seedCanary(bench.api, slot, { state });
  return { params: { canaryId }, body: { promptId: slot.challengerId, draft: CANARY_DRAFT } };
}

interface Ready {
  readonly state?: string;
  readonly score?: number;
  /** The people who have approved. */
  readonly approvers?: readonly string[];
  /** Tokens that the plan lets the challenger add to a call. */
  readonly addedTokensMax?: number;
}

/** A canary that passed, with the given held-out score and approvals. */
async function ready(
  bench: RuleBench,
  { state = 'approval', score = 0.9, approvers = ['usr_reviewer'], addedTokensMax }: Ready = {},
) {
  const { db } = bench.api.database;
  const runId = await bench.diagnose(await bench.experiment());
  await seedMeasured(bench.api, runId, { candidateHash: CANDIDATE, first: 0.8, candidate: score });
  const text = 'Divide the gain by the cost, then round the result to two digits.';
  const slot = await slotOf(bench, { from: { runId, candidateHash: CANDIDATE }, text });
  const row = addedTokensMax === undefined ? {} : { plan: canaryPlan({ addedTokensMax }) as object };
  const canaryId = await seedCanary(bench.api, slot, { state, row });
  const hash = await seedEvidence(bench.api, canaryId);
  for (const userId of approvers)
    await db.canaryApproval.create({ data: { canaryId, userId, name: userId, decision: 'approved', hash } });
  return { params: { canaryId } };
}

/** A draft whose prompt names a person, with or without a reason to keep the name. */
async function naming(bench: RuleBench, personalDataReason?: string) {
  const slot = await slotOf(bench, { text: 'Refer every question to ada.lovelace@example.org.' });
  const draft = { plan: CANARY_DRAFT, expected: {}, ...(personalDataReason ? { personalDataReason } : {}) };
  return { params: { canaryId: await seedCanary(bench.api, slot, { row: { draft } }) } };
}

/** A live step that began this many hours ago, of 24. */
async function stepping(bench: RuleBench, hours: number) {
  const stageStartedAt = new Date(Date.now() - hours * 3_600_000);
  const plan = canaryPlan({ liveSteps: [0.05, 1] }) as object;
  const row = { step: 0, plan, stageStartedAt, lastTrafficAt: stageStartedAt };
  const canaryId = await seedCanary(bench.api, await slotOf(bench), { state: 'liveStep', row });
  return { params: { canaryId }, body: { step: 0 } };
}

/**
 * A live step whose time is over, approved while this light of its run was as given; by now the light is not
 * measured.
 */
async function widening(bench: RuleBench, approvedAs: string) {
  const runId = await bench.diagnose(await bench.experiment());
  const stageStartedAt = new Date(Date.now() - 25 * 3_600_000);
  const plan = canaryPlan({ liveSteps: [0.05, 1] }) as object;
  const row = { step: 0, plan, stageStartedAt, lastTrafficAt: stageStartedAt };
  const slot = await slotOf(bench, { from: { runId, candidateHash: CANDIDATE } });
  const canaryId = await seedCanary(bench.api, slot, { state: 'liveStep', row });
  await seedEvidence(bench.api, canaryId);
  await seedLight(bench.api, canaryId, { name: 'seed', state: approvedAs, code: null });
  return { params: { canaryId }, body: { step: 0 } };
}

export const CANARY_CASES: readonly RuleCase[] = [
  {
    rule: 'R-135',
    operation: 'registerCanary',
    refused: (bench) => drafted(bench, { failureLevel: 'low', acceptsLowPower: true }),
    passing: (bench) => drafted(bench, CANARY_DRAFT),
  },
  {
    rule: 'R-136',
    operation: 'amendCanary',
    refused: (bench) => amending(bench, 'registered'),
    passing: (bench) => amending(bench, 'drafted'),
  },
  {
    rule: 'R-134',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { score: 0.5 }),
    passing: (bench) => ready(bench),
  },
  {
    rule: 'R-134',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { state: 'inconclusive' }),
    passing: (bench) => ready(bench),
  },
  {
    rule: 'CAN-12',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { addedTokensMax: 0 }),
    passing: (bench) => ready(bench, { addedTokensMax: 500 }),
  },
  {
    rule: 'R-130',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { state: 'shadow' }),
    passing: (bench) => ready(bench),
  },
  {
    rule: 'CAN-1',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { state: 'reverted' }),
    passing: (bench) => ready(bench),
  },
  {
    rule: 'CAN-2',
    operation: 'registerCanary',
    refused: (bench) => drafted(bench, { ...CANARY_DRAFT, windowHours: 25 }),
    passing: (bench) => drafted(bench, { ...CANARY_DRAFT, windowHours: 48 }),
  },
  {
    rule: 'CAN-3',
    operation: 'registerCanary',
    refused: (bench) => drafted(bench, { ...CANARY_DRAFT, acceptsLowPower: false }),
    passing: (bench) => drafted(bench, CANARY_DRAFT),
  },
  {
    rule: 'CAN-4',
    operation: 'startCanary',
    refused: async (bench) => ({
      params: { canaryId: await seedCanary(bench.api, await slotOf(bench), { state: 'drafted' }) },
    }),
    passing: async (bench) => ({
      params: { canaryId: await seedCanary(bench.api, await slotOf(bench), { state: 'registered' }) },
    }),
  },
  {
    rule: 'CAN-8',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { approvers: [] }),
    passing: (bench) => ready(bench),
  },
  {
    // Approved by a person who was a reviewer at the time.
    rule: 'CAN-8',
    operation: 'goLiveWithCanary',
    refused: (bench) => ready(bench, { approvers: ['usr_viewer'] }),
    passing: (bench) => ready(bench, { approvers: ['usr_owner'] }),
  },
  {
    rule: 'CAN-11',
    operation: 'advanceCanary',
    refused: (bench) => widening(bench, 'green'),
    passing: (bench) => widening(bench, 'notMeasured'),
  },
  {
    rule: 'CAN-9',
    operation: 'registerCanary',
    refused: (bench) => drafted(bench, CANARY_DRAFT, { isPractice: true }),
    passing: (bench) => drafted(bench, CANARY_DRAFT, { isPractice: true, kind: 'rehearsal' }),
  },
  {
    rule: 'R-210',
    operation: 'registerCanary',
    refused: (bench) => naming(bench),
    passing: (bench) => naming(bench, 'The address is our public one.'),
  },
  {
    rule: 'CAN-10',
    operation: 'advanceCanary',
    refused: (bench) => stepping(bench, 23),
    passing: (bench) => stepping(bench, 25),
  },
];
