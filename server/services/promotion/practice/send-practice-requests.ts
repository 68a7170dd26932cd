import { isShadowed } from '@/lib/canary/bucketing';
import { nextRequests, PRACTICE_REQUESTS, practiceHours } from '@/lib/canary/practice-traffic';
import type { PairedPrompt, PostedOutcome, TakenExposures } from '@/lib/contracts/canary-ingest';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { getCanaryRow } from '@/server/repositories/canaries';
import { letPracticeHoursPass } from '@/server/repositories/practice-slots';
import { planOf } from '@/server/repositories/stored-canary';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';
import { postExposures } from '@/server/services/promotion/ingest/post-exposures';
import { postOutcomes } from '@/server/services/promotion/ingest/post-outcomes';
import { canaryView } from '@/server/services/promotion/read/canary-view';
import { practiceMaker } from './practice-maker';

/**
 * One batch of practice traffic, as an application of its own would send it: exposures, both answers to each request, then
 * their outcomes. Requests are numbered by the pairs counted so far, so that a batch sent twice is one. Afterwards the
 * hours of the batch pass and the canary is looked at.
 */
export type AnswerPractice = (
  prompt: string,
  numbers: readonly number[],
) => Promise<readonly { readonly score: number; readonly latencyMs: number }[]>;

interface Sending {
  readonly canaryId: string;
  readonly answer: AnswerPractice;
  readonly clock: Clock;
}

/** False once the shadow is over or all requests have come. */
export async function sendPracticeRequests({ canaryId, answer, clock }: Sending): Promise<boolean> {
  const found = await db().canary.findUnique({ where: { id: canaryId }, select: { workspaceId: true } });
  if (found === null) return false;
  const row = await getCanaryRow(found.workspaceId, canaryId);
  const { pairsPlanned = PRACTICE_REQUESTS, share = 1 } = planOf(row) ?? {};
  const { pairs } = canaryView(row);
  const isTaken = (number: number) => isShadowed(canaryId, `${canaryId}/${number}`, share);
  const numbers = row.state === 'shadow' ? nextRequests(pairs, pairsPlanned, isTaken) : [];
  if (numbers.length > 0) {
    const actor = practiceMaker(row.workspaceId, 'ingest');
    const requests = numbers.map((number) => ({ requestKey: `${canaryId}/${number}` }));
    const { slotId } = row;
    const { canaries } = await postExposures(actor, { slotId, requests, knownPrompts: [] }, clock);
    const outcomes = (await Promise.all(canaries.map((taken) => outcomesOf(taken, answer)))).flat();
    if (outcomes.length > 0) await postOutcomes(actor, { slotId, outcomes }, clock);
    const hours = practiceHours(pairs + numbers.length, pairsPlanned);
    await letPracticeHoursPass(canaryId, { hours, now: new Date(clock.nowMs()) });
  }
  if (row.state === 'shadow') await tickCanary(canaryId, clock);
  return numbers.length > 0;
}

const UNPRICED = { costUsd: null, failure: null } as const;

/** A prompt that was promoted before may be in its watch: what is taken for it is answered too. */
async function outcomesOf(
  { exposures, incumbent, challenger }: TakenExposures,
  answer: AnswerPractice,
): Promise<PostedOutcome[]> {
  const numbers = exposures.map(({ requestKey }) => Number(requestKey.split('/').at(-1)));
  const textOf = (prompt: PairedPrompt | null) => prompt?.text ?? '';
  const [before, after] = await Promise.all([
    answer(textOf(incumbent), numbers),
    answer(textOf(challenger), numbers),
  ]);
  return exposures.map(({ exposureId }, index) => ({
    exposureId,
    ...(before[index] ? { incumbent: { ...before[index], ...UNPRICED } } : {}),
    ...(after[index] ? { challenger: { ...after[index], ...UNPRICED } } : {}),
  }));
}
