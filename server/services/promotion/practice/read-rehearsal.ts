import {
  PRACTICE_HOURS,
  PRACTICE_MAKER,
  PRACTICE_REQUESTS,
  practiceHours,
  practiceSecondsLeft,
} from '@/lib/canary/practice-traffic';
import type { OpenCanary, PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
import type { Actor } from '@/lib/domain/actor';
import { type CanaryListRow, listCanaryRows } from '@/server/repositories/canaries';
import {
  findPracticeSlot,
  findPracticeTraffic,
  type PracticeSlot,
} from '@/server/repositories/practice-slots';
import { listServedPromptRows } from '@/server/repositories/served-prompts';
import { getSlotRow } from '@/server/repositories/slots';
import { planOf } from '@/server/repositories/stored-canary';
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

export async function rehearsalOf(place: PracticeSlot): Promise<RehearsalView> {
  const { workspaceId, slotId, runId } = place;
  const page = { slotId, state: undefined, cursor: undefined, limit: TRIALS_MAX };
  const [slot, versions, canaries, best, sent] = await Promise.all([
    getSlotRow(workspaceId, slotId),
    listServedPromptRows(slotId, { cursor: undefined, limit: VERSIONS_MAX }),
    listCanaryRows(workspaceId, page),
    bestOf(runId),
    findPracticeTraffic(place),
  ]);
  const kinds = new Map(versions.map((row) => [row.id, kindOf(row)]));
  const live = slot.livePromptId === null ? 'none' : (kinds.get(slot.livePromptId) ?? 'none');
  return {
    ...{ slotId, slotName: slot.name, isReady: best !== null, live, isReverted: slot.isReverted },
    open: openOf(canaries.filter((row) => !hasTraffic(row, sent))),
    trials: canaries
      .slice(0, TRIALS_MAX)
      .filter((row) => row.state !== 'shadow' || hasTraffic(row, sent))
      .flatMap((row) => trialOf(row, kinds.get(row.challengerId))),
  };
}

type Version = Awaited<ReturnType<typeof listServedPromptRows>>[number];

const hasTraffic = ({ id, createdBy }: CanaryListRow, sent: ReadonlySet<string>) =>
  createdBy === PRACTICE_MAKER || sent.has(id);

/** Canaries that hold the slot come first, then the one nearest to its start. */
const OPEN_STATES: readonly OpenCanary['state'][] = ['shadow', 'liveStep', 'registered', 'drafted'];

function openOf(rows: readonly CanaryListRow[]): OpenCanary | null {
  for (const state of OPEN_STATES) {
    const row = rows.find((one) => one.state === state);
    if (row) return { canaryId: row.id, version: row.challenger.version, state };
  }
  return null;
}

/** Waggle adds three versions: one that no run has learned, one as it was measured, and a hand edit of that. */
function kindOf({ runId, candidateHash, createdBy }: Version): RehearsalView['live'] {
  if (createdBy !== PRACTICE_MAKER) return 'own';
  if (runId === null) return 'first';
  return candidateHash === null ? 'shortened' : 'learned';
}

function trialOf(row: CanaryListRow, kind: RehearsalView['live'] | undefined): PracticeTrial[] {
  if (row.startedAt === null || (kind !== 'learned' && kind !== 'shortened' && kind !== 'own')) return [];
  const { id: canaryId, state, challenger, pairs, verdict } = canaryView(row);
  const planned = planOf(row)?.pairsPlanned ?? PRACTICE_REQUESTS;
  // The pairs of the shadow are counted anew in the watch.
  const requests = state === 'shadow' ? pairs : (verdict?.pairs ?? 0);
  return [
    {
      ...{ canaryId, prompt: kind, version: challenger.version, state, verdict },
      ...{ requests, requestsPlanned: planned },
      ...{ hours: practiceHours(requests, planned), hoursPlanned: PRACTICE_HOURS },
      secondsLeft: state === 'shadow' ? practiceSecondsLeft(requests, planned) : 0,
    },
  ];
}
