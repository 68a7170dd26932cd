import type { AggregateInput, AskedUpdate, CombineInput } from '@/lib/methods/method';
import { askUntilUsable, type UsableReply } from '@/lib/methods/prompting/ask-until-usable';
import { componentText } from '@/lib/methods/prompting/component-text';
import { textBetween } from '@/lib/methods/prompting/text-between';
import type { ChatMessage } from '@/lib/ports/language-model';
import { combiningMessages, optimiserMessages, type StepPrompt } from './prompts/optimiser';
import { textGradSettings } from './textgrad-settings';

/**
 * Both levels are optimiser steps. A reply without the tags is asked for twice more, then it is a failed proposal with
 * its cause; no other text of a reply is ever taken for a prompt.
 */

/** U_j = Step(C, G_j): the prompt and the gradients of a group into a whole new prompt. Cost: 1 call, 3 at most. */
export async function stepByGradients(input: AggregateInput): Promise<AskedUpdate> {
  const reply = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'aggregate',
      ordinal: input.group,
      repetition: 0,
      subject: `group ${input.group + 1}, ${input.reflections.length} gradients`,
      messages: optimiserPrompt(input),
      json: false,
    },
    repetitionStep: 1,
    read: (text) => textBetween(text, 'improved_prompt'),
  });
  return askedUpdate(reply);
}

/** U = Step(C, U_1 .. U_k): the k proposed prompts, in group order, into one. Cost: 1 call, 3 at most. */
export async function stepByProposals(input: CombineInput): Promise<AskedUpdate> {
  const reply = await askUntilUsable({
    ask: input.ask,
    request: {
      purpose: 'combine',
      ordinal: input.ordinal,
      repetition: 0,
      subject: `${proposalsIn(input).length} prompts`,
      messages: combiningPrompt(input),
      json: false,
    },
    repetitionStep: 1,
    read: (text) => textBetween(text, 'improved_prompt'),
  });
  return askedUpdate(reply);
}

export function optimiserPrompt(input: Omit<AggregateInput, 'ask'>): ChatMessage[] {
  const { reflections, earlier = [] } = input;
  return optimiserMessages({ ...stepOf(input), gradients: reflections, earlier });
}

export function combiningPrompt(input: Omit<CombineInput, 'ask'>): ChatMessage[] {
  return combiningMessages({ ...stepOf(input), proposals: proposalsIn(input) });
}

const proposalsIn = ({ updates }: Pick<CombineInput, 'updates'>) =>
  updates.flatMap(({ text }) => (text === null ? [] : [text]));

function stepOf({
  manifest,
  base,
  component,
}: Pick<AggregateInput, 'manifest' | 'base' | 'component'>): StepPrompt {
  return {
    task: manifest.task,
    prompt: componentText(base, component),
    constraints: textGradSettings(manifest).constraints,
    ...(component === undefined ? {} : { component }),
  };
}

function askedUpdate(reply: UsableReply<string>): AskedUpdate {
  const [text, invalid] = reply.ok ? [reply.value, null] : [null, reply.cause];
  return { update: { edits: [], text, reasoning: '', invalid }, asked: reply.asked };
}
