import type { PlaybookStats } from '@/lib/methods/ace/playbook-stats';
import type { Progress } from '@/lib/methods/method';
import { playbookTags } from '@/lib/methods/prompting/tagged-parts';

/** What both levels of aggregation are told of the playbook that they edit. The same base at every call of a scan. */
export interface PlaybookPrompt {
  readonly progress: Progress;
  readonly tokenBudget: number;
  readonly stats: PlaybookStats;
  readonly playbook: string;
  /** Operations are to name the insights that they come from; left out, nobody asks for it. */
  readonly insightIds?: boolean;
}

export function playbookParts({ progress, tokenBudget, stats, playbook }: PlaybookPrompt): string[] {
  const { trainExamplesSeen, trainExamples } = progress;
  return [
    playbookTags.part('progress', `${trainExamplesSeen} of ${trainExamples} training examples seen`),
    playbookTags.part('token_budget', String(tokenBudget)),
    playbookTags.part('playbook_stats', JSON.stringify(stats)),
    playbookTags.part('playbook', playbook),
  ];
}

/** How both levels choose. Generic merging is what makes large batches useless, so it is ruled out in so many words. */
export const CHOOSING_RULES = `- Keep every specific item: one with its own formula, figure, unit, condition, name or exception. Copy such details literally, codes and bracketed marks included.
- Drop an item only if the playbook already says the same thing just as specifically, or if another item of this list does. Being similar in kind is no reason to drop one.
- Never melt several distinct items into one general statement. Ten distinct items become ten bullets.
- Where two items contradict each other, keep the more specific one; if both are equally specific, the one that more of the input supports.
- The number of additions follows from the input: there is no number that you should aim for, and many is fine within the token budget.`;

export const OPERATIONS_FORMAT = `Use the name of a section of the playbook, such as "FORMULAS & CALCULATIONS". Write each content as one line, without an id: ids are given out later.

Reply with one JSON object and nothing else:
{"reasoning": "what you kept and what you dropped, and why", "operations": [{"type": "ADD", "section": "section name", "content": "the bullet"}]}
If there is nothing to add, give an empty list of operations.`;
