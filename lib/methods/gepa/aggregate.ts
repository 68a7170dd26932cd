import type { Update } from '@/lib/domain/update';
import type { AggregateInput, AskedUpdate, AskRequest, CombineInput } from '@/lib/methods/method';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import { componentText } from '@/lib/methods/prompting/component-text';
import type { ChatMessage } from '@/lib/ports/language-model';
import { combinerMessages } from './prompts/combiner';
import { proposerMessages } from './prompts/proposer';
import { proposalOf } from './read-proposal';

/**
 * Both levels of aggregation: m inputs in one prompt, one reply, one whole new text. A reply that stays unusable (no
 * fence, nothing in it, cut off) after two re-asks becomes an update without a text that carries its cause; it is
 * never adopted. The published code takes the whole reply for the text then.
 */
const RE_ASK_STEP = 1;

/** U_j = Aggregate(C, G_j), Combee's level 1, and the one plain call of few records. Cost: 1 call, 3 at most. */
export async function aggregateRecords(input: AggregateInput): Promise<AskedUpdate> {
  return askForText(input, {
    purpose: 'aggregate',
    ordinal: input.group,
    subject: `group ${input.group + 1}, ${input.reflections.length} records`,
    messages: proposerPrompt(input),
  });
}

/**
 * U = Combine(C, [U_1 .. U_k]), Combee's level 2. Sees the base and the proposed texts in group order, never a
 * record: its input is k texts, however many examples stand behind them. Cost: 1 call, 3 at most.
 */
export async function combineProposals(input: CombineInput): Promise<AskedUpdate> {
  return askForText(input, {
    purpose: 'combine',
    ordinal: input.ordinal,
    subject: `${proposalsIn(input).length} proposals`,
    messages: combinerPrompt(input),
  });
}

type Rewriting = Pick<AggregateInput, 'base' | 'component' | 'ask'>;

export function proposerPrompt(input: Omit<AggregateInput, 'ask'>): ChatMessage[] {
  return proposerMessages({ ...rewritten(input), records: input.reflections.map(({ text }) => text) });
}

export function combinerPrompt(input: Omit<CombineInput, 'ask'>): ChatMessage[] {
  return combinerMessages({ ...rewritten(input), proposals: proposalsIn(input) });
}

const proposalsIn = ({ updates }: Pick<CombineInput, 'updates'>) => updates.flatMap(({ text }) => text ?? []);

function rewritten({ base, component }: Omit<Rewriting, 'ask'>) {
  return { current: componentText(base, component), component: component || null };
}

async function askForText(
  { ask, base, component }: Rewriting,
  request: Omit<AskRequest, 'repetition' | 'json'>,
): Promise<AskedUpdate> {
  const reply = await askUntilUsable({
    ask,
    request: { ...request, repetition: 0, json: false },
    repetitionStep: RE_ASK_STEP,
    read: proposalOf,
  });
  if (!reply.ok) return { update: { ...NOTHING, invalid: reply.cause }, asked: reply.asked };
  // The same text again is an answer, and says that there is nothing to change.
  const isNew = reply.value !== componentText(base, component);
  return { update: isNew ? { ...NOTHING, text: reply.value } : NOTHING, asked: reply.asked };
}

const NOTHING: Update = { edits: [], text: null, reasoning: '', invalid: null };
