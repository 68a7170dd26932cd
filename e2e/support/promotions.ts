import { expect } from '@playwright/test';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { ServedPromptDetail } from '@/lib/contracts/slot-prompts';
import type { Api } from './api';
import { readRun } from './experiments';
import { type MadeSlot, makeSlot, type Plan, postPairs, type Wrongs } from './slots';
import { letHoursPass } from './time-passes';

/** Canaries at every stage, for tests of their pages; made through the API, with dates moved back. */

export interface Promotions {
  /** Both prompts the same: it ends without a verdict. */
  readonly inconclusiveId: string;
  readonly approvalId: string;
  readonly liveStepId: string;
  readonly watchId: string;
  /** A slot whose change can be reverted. */
  readonly watchSlotId: string;
  readonly revertedId: string;
  readonly revertedSlotId: string;
}

const PAIRS = 400;
const EVEN: Wrongs = { incumbent: 5, challenger: 5 };
/** The challenger errs only where the incumbent does too, so that few pairs are enough. */
const BETTER: Wrongs = { incumbent: 5, challenger: 10 };
const PLAN: Plan = { pairsMin: 200, pairsPlanned: PAIRS, windowHours: 24 };
const PATIENT = { timeout: 120_000 };

interface Ground {
  readonly api: Api;
  /** Signed in as a person who made none of the approved work and whose account is older. */
  readonly reviewer: Api;
  /** A finished run whose best prompt is promoted: ./experiments, confirmedRun. */
  readonly runId: string;
}

export async function makePromotions(ground: Ground, tag = ''): Promise<Promotions> {
  const { api } = ground;
  const quiet = await makeSlot(api, `quiet${tag}`, { plan: { ...PLAN, pairsPlanned: 200 } });
  await postPairs(api, quiet, 200, EVEN);
  await letHoursPass(quiet.canaryId, 25);
  const approval = await throughShadow(ground, `approval${tag}`, PLAN);
  const stepped = await goneLive(ground, `stepped${tag}`, { ...PLAN, liveSteps: [0.05, 0.25, 1] });
  const watched = await goneLive(ground, `watched${tag}`, PLAN);
  const reverted = await goneLive(ground, `reverted${tag}`, PLAN);
  await api.post(`/api/v1/slots/${reverted.slotId}/revert`, { reason: 'Callers complained about the form.' });
  await reached(api, quiet.canaryId, 'inconclusive');
  return {
    inconclusiveId: quiet.canaryId,
    approvalId: approval.canaryId,
    liveStepId: stepped.canaryId,
    watchId: watched.canaryId,
    watchSlotId: watched.slotId,
    revertedId: reverted.canaryId,
    revertedSlotId: reverted.slotId,
  };
}

async function throughShadow(ground: Ground, slug: string, plan: Plan): Promise<MadeSlot> {
  const { api, runId } = ground;
  const addChallenger = async (slotId: string): Promise<ServedPromptDetail> => {
    const { bestCandidateHash: candidateHash } = (await readRun(api, runId)).summary;
    return api.post(`/api/v1/slots/${slotId}/prompts`, { source: 'run', runId, candidateHash });
  };
  const slot = await makeSlot(api, slug, { plan, addChallenger });
  await postPairs(api, slot, PAIRS, BETTER);
  await letHoursPass(slot.canaryId, 25);
  await reached(api, slot.canaryId, 'approval');
  return slot;
}

async function goneLive(ground: Ground, slug: string, plan: Plan): Promise<MadeSlot> {
  const slot = await throughShadow(ground, slug, plan);
  const { reviewer } = ground;
  const { hash } = await reviewer.get<ApprovalView>(`/api/v1/canaries/${slot.canaryId}/approval`);
  await reviewer.post(`/api/v1/canaries/${slot.canaryId}/approval`, {
    hash,
    note: 'The table convinced me.',
  });
  await reviewer.post(`/api/v1/canaries/${slot.canaryId}/go-live`, undefined);
  return slot;
}

/** The worker polls by itself. */
async function reached(api: Api, canaryId: string, state: CanaryDetail['state']): Promise<void> {
  await expect
    .poll(async () => (await api.get<CanaryDetail>(`/api/v1/canaries/${canaryId}`)).state, PATIENT)
    .toBe(state);
}
