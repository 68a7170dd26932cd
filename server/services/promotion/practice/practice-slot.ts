import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import {
  findPracticeSlot,
  PRACTICE_SLOT_MADE,
  PRACTICE_SLUG,
  type PracticeSlot,
} from '@/server/repositories/practice-slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { createSlot } from '@/server/services/promotion/slot/manage-slots';
import { setFirstPrompt } from '@/server/services/promotion/slot/set-first-prompt';
import { addSlotPrompt } from '@/server/services/promotion/slot/slot-prompts';
import { practiceMaker } from './practice-maker';

/**
 * The practice slot: a rehearsal slot that is seeded once, with a first prompt, so that a newcomer can promote, see a bad
 * prompt caught and go back. What it rehearses was made by Waggle, not by the person who approves it.
 */
const FIRST_PROMPT = 'House rules of the shop: none are written down yet. Work by your instructions.';

/** Once per workspace. `runId` names the run whose best prompt is rehearsed; it may still be under way. */
export async function makePracticeSlot(workspaceId: string, runId: string): Promise<string> {
  const there = await findPracticeSlot(workspaceId);
  if (there !== null) return there.slotId;
  const maker = practiceMaker(workspaceId, 'experiment');
  const { id: slotId } = await createSlot(maker, {
    kind: 'rehearsal',
    slug: PRACTICE_SLUG,
    name: 'Practice slot',
    description:
      'House rules for the back office agent, added to its own instructions. Tickets are invented, and no application reads the slot.',
  });
  const input = { source: 'written', text: FIRST_PROMPT, basedOn: null, model: null, params: {} } as const;
  const { promptId } = await addSlotPrompt(maker, { slotId, ...input });
  const reason = 'The prompt that the practice shop starts with.';
  await setFirstPrompt(practiceMaker(workspaceId, 'review'), { slotId, promptId, reason });
  await db().$transaction((tx) => recordAudit(tx, maker, PRACTICE_SLOT_MADE, slotId, { runId }));
  return slotId;
}

export interface PracticePrompts {
  readonly learned: string;
  readonly shortened: string;
}

/** The best prompt of the run as it was measured, and the same with what was learned cut out by hand. */
export async function addPracticePrompts({
  workspaceId,
  slotId,
  runId,
}: PracticeSlot): Promise<PracticePrompts> {
  const candidateHash = await bestOf(runId);
  if (candidateHash === null)
    throw new AppError('STATE_CONFLICT', 'The seeded run is still learning the prompt that is rehearsed.', {
      howToProceed: ['Wait until the run “Back office, serial baseline” has finished.'],
    });
  const maker = practiceMaker(workspaceId, 'experiment');
  const learned = await addSlotPrompt(maker, { slotId, source: 'run', runId, candidateHash });
  const text = `${learned.text.split('\n').filter(isNoBullet).join('\n')}\n\n${SHORTENED_BECAUSE}`;
  const edited = { source: 'written', text, basedOn: learned.promptId, model: null, params: {} } as const;
  const shortened = await addSlotPrompt(maker, { slotId, ...edited });
  return { learned: learned.promptId, shortened: shortened.promptId };
}

const SHORTENED_BECAUSE = 'Be brief. The rules of the office were cut to save tokens.';

const isNoBullet = (line: string) => !line.includes(' :: ');

/** Null before the run has finished. */
export async function bestOf(runId: string): Promise<string | null> {
  const run = await db().run.findUnique({ where: { id: runId }, select: { status: true } });
  if (run?.status !== 'finished') return null;
  const measured = await readMeasuredPrompts(runId);
  return measured.findLast(({ best }) => best)?.candidateHash ?? null;
}
