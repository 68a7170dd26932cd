import {
  PRACTICE_HOURS,
  PRACTICE_MAKER,
  PRACTICE_REQUESTS,
  practiceHours,
  practiceSecondsLeft,
} from '@/lib/canary/practice-traffic';
import type { PracticePrompt, PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
import type { Actor } from '@/lib/domain/actor';
import { type CanaryListRow, listCanaryRows } from '@/server/repositories/canaries';
import { findPracticeSlot, type PracticeSlot } from '@/server/repositories/practice-slots';
import { listServedPromptRows } from '@/server/repositories/served-prompts';
import { getSlotRow } from '@/server/repositories/slots';
import { canaryView } from '@/server/services/promotion/read/canary-view';
import { bestOf } from './practice-slot';

/** The practice slot as a page shows it: which of its prompts is live, and what became of each trial. */
const TRIALS_MAX = 20;
const VERSIONS_MAX = 100;

export async function readRehearsal(
  actor: Actor<'read'>,
): Promise<{ readonly rehearsal: RehearsalView | null }> {
  const place = await findPracticeSlot(actor.workspaceId);
  return { rehearsal: place === null ? null : await rehearsalOf(place) };
}

export async function rehearsalOf({ workspaceId, slotId, runId }: PracticeSlot): Promise<RehearsalView> {
  const page = { slotId, state: undefined, cursor: undefined, limit: TRIALS_MAX };
  const [slot, versions, canaries, best] = await Promise.all([
    getSlotRow(workspaceId, slotId),
    listServedPromptRows(slotId, { cursor: undefined, limit: VERSIONS_MAX }),
    listCanaryRows(workspaceId, page),
    bestOf(runId),
  ]);
  const kinds = new Map(versions.map((row) => [row.id, kindOf(row)]));
  const live = slot.livePromptId === null ? 'none' : (kinds.get(slot.livePromptId) ?? 'none');
  return {
    ...{ slotId, slotName: slot.name, isReady: best !== null, live },
    trials: canaries.slice(0, TRIALS_MAX).flatMap((row) => trialOf(row, kinds.get(row.challengerId))),
  };
}

type Version = Awaited<ReturnType<typeof listServedPromptRows>>[number];

/** Waggle adds three versions: one that no run has learned, one as it was measured, and a hand edit of that. */
function kindOf({ runId, candidateHash, createdBy }: Version): RehearsalView['live'] {
  if (createdBy !== PRACTICE_MAKER) return 'none';
  if (runId === null) return 'first';
  return candidateHash === null ? 'shortened' : 'learned';
}

function trialOf(row: CanaryListRow, kind: RehearsalView['live'] | undefined): PracticeTrial[] {
  if (row.createdBy !== PRACTICE_MAKER || row.startedAt === null) return [];
  if (kind !== 'learned' && kind !== 'shortened') return [];
  const { id: canaryId, state, challenger, pairs, verdict } = canaryView(row);
  const prompt: PracticePrompt = kind;
  // The pairs of the shadow are counted anew in the watch.
  const requests = state === 'shadow' ? pairs : (verdict?.pairs ?? 0);
  return [
    {
      ...{ canaryId, prompt, version: challenger.version, state, verdict },
      ...{ requests, requestsPlanned: PRACTICE_REQUESTS },
      ...{ hours: practiceHours(requests), hoursPlanned: PRACTICE_HOURS },
      secondsLeft: state === 'shadow' ? practiceSecondsLeft(requests) : 0,
    },
  ];
}
