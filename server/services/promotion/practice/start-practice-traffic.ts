import { PRACTICE_PLAN } from '@/lib/canary/practice-traffic';
import type { OpenCanary, PracticePrompt, RehearsalView } from '@/lib/contracts/rehearsal';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { findPracticeSlot, PRACTICE_TRAFFIC } from '@/server/repositories/practice-slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { draftCanary, registerCanary, startCanary } from '@/server/services/promotion/decide/canary-drafts';
import { practiceMaker } from './practice-maker';
import { addPracticePrompts } from './practice-slot';
import { rehearsalOf } from './read-rehearsal';

/**
 * Starts a trial in the practice slot: Waggle drafts, registers and starts a canary as people do, so that the person who
 * pressed may approve it. A canary that a person has open in the slot gets the traffic instead. A worker finds the shadow
 * and sends its traffic. Pressed twice, it goes on with the trial that is under way. A refusal comes before anything is made.
 */
export async function startPracticeTraffic(
  actor: Actor<'experiment'>,
  { prompt }: { readonly prompt: PracticePrompt },
  clock: Clock,
): Promise<{ readonly canaryId: string; readonly rehearsal: RehearsalView }> {
  const { workspaceId } = actor;
  const place = await findPracticeSlot(workspaceId);
  if (place === null) throw new AppError('NOT_FOUND', 'This workspace has no practice slot.');
  const { slotId } = place;
  const sentTo = async (canaryId: string) => {
    await db().$transaction((tx) => recordAudit(tx, actor, PRACTICE_TRAFFIC, slotId, { canaryId, prompt }));
    return { canaryId, rehearsal: await rehearsalOf(place) };
  };
  const before = await rehearsalOf(place);
  const open = before.trials.find(({ state }) => state === 'shadow');
  if (open !== undefined) return { canaryId: open.canaryId, rehearsal: before };
  const canaryOfPerson = takesTraffic(prompt, before.open);
  if (canaryOfPerson !== null) {
    const { canaryId, state } = canaryOfPerson;
    if (state === 'registered') await startCanary(actor, { canaryId }, clock);
    return sentTo(canaryId);
  }
  assertInOrder(prompt, before.live);
  assertFree(before);
  const prompts = await addPracticePrompts(place);
  const maker = practiceMaker(workspaceId, 'experiment');
  const promptId = prompts[prompt];
  const personalDataReason = 'The tickets of the practice shop are invented.';
  const wanted = { slotId, promptId, draft: PRACTICE_PLAN, expected: {}, personalDataReason };
  const { id: canaryId } = await draftCanary(maker, { ...wanted, draft: { ...PRACTICE_PLAN } }, clock);
  await registerCanary(maker, { canaryId }, clock);
  await startCanary(maker, { canaryId }, clock);
  return sentTo(canaryId);
}

/** The first step takes a registered canary as well; the second one only what would hold up its own. */
function takesTraffic(prompt: PracticePrompt, open: OpenCanary | null): OpenCanary | null {
  if (open?.state === 'shadow' || (open?.state === 'registered' && prompt === 'learned')) return open;
  return null;
}

/** A slot tries one prompt at a time. */
function assertFree({ open, trials }: RehearsalView): void {
  const waiting = trials.find(({ state }) => state === 'approval' || state === 'liveStep');
  const other = open?.state === 'liveStep' ? open : waiting;
  if (other === undefined) return;
  throw new AppError('STATE_CONFLICT', `Version ${other.version} is still on trial in this slot.`, {
    howToProceed: ['Open its canary, then promote or withdraw it.'],
    context: { canaryId: other.canaryId },
  });
}

/** A prompt is only shown to be worse next to a better one, so the learned prompt comes first. */
function assertInOrder(prompt: PracticePrompt, live: RehearsalView['live']): void {
  if (prompt === 'learned' && live === 'learned')
    throw new AppError('STATE_CONFLICT', 'The learned prompt is live already. Try the shortened one.');
  if (prompt === 'shortened' && live !== 'learned' && live !== 'own')
    throw new AppError('STATE_CONFLICT', 'Promote the learned prompt first.');
}
