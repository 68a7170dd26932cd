import type { Edit } from '@/lib/domain/edit';
import type { AggregateInput, AskedUpdate, CombineInput } from '@/lib/methods/method';
import { askUntilUsable, type UsableReply } from '@/lib/methods/prompting/ask-until-usable';
import type { ChatMessage } from '@/lib/ports/language-model';
import { aceSettings } from './ace-settings';
import { playbookStats } from './playbook-stats';
import { combinerMessages } from './prompts/combiner';
import { curatorMessages } from './prompts/curator';
import { editingCombinerMessages, editingCuratorMessages } from './prompts/editing-roles';
import type { PlaybookPrompt } from './prompts/playbook-parts';
import { type CuratorReply, readCuratorReply } from './read-curator-reply';

/**
 * Both levels of aggregation: m inputs in one prompt, one reply, one update. A reply that stays unusable after two
 * re-asks becomes an update without edits that carries its cause; the scan drops it and goes on.
 */
const RE_ASK_STEP = 1;

/**
 * U_j = Aggregate(C, G_j), Combee's level 1, and the one plain call of few reflections. Every group of an iteration
 * gets the same base C, counters included, so that the groups can be asked at once and in any order.
 * Each copy of a reflection is in the prompt: the redundancy is the mechanism, nothing is deduplicated here.
 * Cost: 1 call, 3 at most.
 */
export async function aggregateReflections(input: AggregateInput): Promise<AskedUpdate> {
  const reply = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'aggregate',
      ordinal: input.group,
      repetition: 0,
      subject: `group ${input.group + 1}, ${input.reflections.length} reflections`,
      messages: curatorPrompt(input),
      json: true,
    },
    repetitionStep: RE_ASK_STEP,
    read: readerFor(input),
  });
  return askedUpdate(reply);
}

/**
 * U = Combine(C, [U_1 .. U_k]), Combee's level 2. Sees the base and the updates in group order, never a reflection:
 * its input is k short lists, however many examples stand behind them. Cost: 1 call, 3 at most.
 */
export async function combineUpdates(input: CombineInput): Promise<AskedUpdate> {
  const reply = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'combine',
      ordinal: input.ordinal,
      repetition: 0,
      subject: `${input.updates.length} updates`,
      messages: combinerPrompt(input),
      json: true,
    },
    repetitionStep: RE_ASK_STEP,
    read: readerFor(input),
  });
  return askedUpdate(reply);
}

/** Leaves out sources that a model names without a request, so that runs without ids stay as they were. */
const readerFor =
  ({ manifest }: Pick<AggregateInput, 'manifest'>) =>
  (reply: string) =>
    readCuratorReply(reply, manifest.survival?.ids === true);

/** Additions only, as the public code has it, or all kinds of edits: each with templates of its own. */
const isEditing = ({ manifest }: Pick<OnPlaybook, 'manifest'>) => aceSettings(manifest).edits === 'all';

export function curatorPrompt(input: Omit<AggregateInput, 'ask'>): readonly ChatMessage[] {
  const prompt = { ...playbookPrompt(input), reflections: input.reflections };
  return isEditing(input) ? editingCuratorMessages(prompt) : curatorMessages(prompt);
}

export function combinerPrompt(input: Omit<CombineInput, 'ask'>): readonly ChatMessage[] {
  const prompt = { ...playbookPrompt(input), updates: input.updates.map(({ edits }) => edits) };
  return isEditing(input) ? editingCombinerMessages(prompt) : combinerMessages(prompt);
}

type OnPlaybook = Pick<AggregateInput | CombineInput, 'manifest' | 'base' | 'progress'>;

function playbookPrompt({ manifest, base, progress }: OnPlaybook): PlaybookPrompt {
  return {
    progress,
    tokenBudget: aceSettings(manifest).playbookTokenBudget,
    stats: playbookStats(base.text),
    playbook: base.text,
    ...(manifest.survival?.ids ? { insightIds: true } : {}),
  };
}

function askedUpdate(reply: UsableReply<CuratorReply>): AskedUpdate {
  const [edits, reasoning, invalid] = reply.ok
    ? [reply.value.edits, reply.value.reasoning, null]
    : [NO_EDITS, '', reply.cause];
  return { update: { edits, text: null, reasoning, invalid }, asked: reply.asked };
}

const NO_EDITS: readonly Edit[] = [];
