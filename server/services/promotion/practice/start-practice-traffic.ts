import { PRACTICE_PLAN } from '@/lib/canary/practice-traffic';
import type { PracticePrompt, RehearsalView } from '@/lib/contracts/rehearsal';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { findPracticeSlot } from '@/server/repositories/practice-slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { draftCanary, registerCanary, startCanary } from '@/server/services/promotion/decide/canary-drafts';
import { practiceMaker } from './practice-maker';
import { addPracticePrompts } from './practice-slot';
import { rehearsalOf } from './read-rehearsal';

/**
 * Starts a trial in the practice slot: Waggle drafts, registers and starts a canary as people do, so that the person who
 * pressed may approve it. A worker finds the shadow and sends its traffic. Pressed twice, it goes on with the trial that
 * is under way.
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
  const before = await rehearsalOf(place);
  const open = before.trials.find(({ state }) => state === 'shadow');
  if (open !== undefined) return { canaryId: open.canaryId, rehearsal: before };
  assertInOrder(prompt, before.live);
  const prompts = await addPracticePrompts(place);
  const maker = practiceMaker(workspaceId, 'experiment');
  const promptId = prompts[prompt];
  const personalDataReason = 'The tickets of the practice shop are invented.';
  const wanted = { slotId, promptId, draft: PRACTICE_PLAN, expected: {}, personalDataReason };
  const { id: canaryId } = await draftCanary(maker, { ...wanted, draft: { ...PRACTICE_PLAN } }, clock);
  await registerCanary(maker, { canaryId }, clock);
  await startCanary(maker, { canaryId }, clock);
  await db().$transaction((tx) =>
    recordAudit(tx, actor, 'slot.practice-traffic', slotId, { canaryId, prompt }),
  );
  return { canaryId, rehearsal: await rehearsalOf(place) };
}

/** A prompt is only shown to be worse next to a better one, so the learned prompt comes first. */
function assertInOrder(prompt: PracticePrompt, live: RehearsalView['live']): void {
  if (prompt === 'learned' && live === 'learned')
    throw new AppError('STATE_CONFLICT', 'The learned prompt is live already. Try the shortened one.');
  if (prompt === 'shortened' && live !== 'learned')
    throw new AppError('STATE_CONFLICT', 'Promote the learned prompt first.');
}
