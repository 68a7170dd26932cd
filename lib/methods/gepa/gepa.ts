import { componentsOf } from '@/lib/domain/components';
import type { Method } from '@/lib/methods/method';
import {
  answerUnderPrompt,
  replyUnderPrompt,
  underPromptMessages,
} from '@/lib/methods/prompting/answer-under-prompt';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import type { SearchingMethod } from '@/lib/methods/search';
import { aggregateRecords, combineProposals, combinerPrompt, proposerPrompt } from './aggregate';
import { applyUpdate, uniteProposals } from './apply-update';
import { GEPA_VERSION } from './gepa-settings';
import { mapExample } from './map-example';
import { PROMPT_HASHES } from './prompts/prompt-hashes';
import { openGepaSearch } from './search';

/**
 * GEPA's steps as a method that Combee can run: the candidate is a text, a reflection is a record of one
 * answer, an update is a complete new text. Alone it follows a single lineage without an acceptance test; the
 * pool, the frontier and acceptance belong to the search (./search).
 */
export const gepaMoves: Method = {
  name: 'gepa',
  version: GEPA_VERSION,
  promptHashes: PROMPT_HASHES,
  emptyCandidateText:
    'Read the question and all that comes with it, and settle what is asked for and in which form. Work step by step, check the result against the question, and give it in exactly that form.',
  questionMessages: underPromptMessages,
  answer: answerUnderPrompt,
  replyOf: replyUnderPrompt,
  mapExample,
  prepareBase: (base) => base,
  aggregate: aggregateRecords,
  aggregatePrompt: proposerPrompt,
  combine: combineProposals,
  combinePrompt: combinerPrompt,
  union: uniteProposals,
  // Half of a rewrite is useless: if no model could combine the proposals, there is no proposal.
  unitesAfterFailure: false,
  apply: applyUpdate,
  pieces: ({ text }) =>
    [...componentsOf(text).values()].flatMap((one) => one.split('\n')).filter(saysSomething),
  describe: describePrompt,
};

/** GEPA as runs use it: its steps inside its search. */
export const gepa: SearchingMethod = { ...gepaMoves, openSearch: openGepaSearch };

function saysSomething(line: string): boolean {
  return line.trim() !== '';
}
