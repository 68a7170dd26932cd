import {
  answerUnderPrompt,
  replyUnderPrompt,
  underPromptMessages,
} from '@/lib/methods/prompting/answer-under-prompt';
import { applyPrompt } from '@/lib/methods/prompting/apply-prompt';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import type { SearchingMethod } from '@/lib/methods/search';
import { mapExample } from './map-example';
import { combiningPrompt, optimiserPrompt, stepByGradients, stepByProposals } from './optimiser-step';
import { PROMPT_HASHES } from './prompts/prompt-hashes';
import { openTextGradSearch } from './search';
import { TEXTGRAD_DEFAULT_SETTINGS } from './textgrad-settings';
import { unitePrompts } from './unite-prompts';

/**
 * TextGrad as a method that Combee can run: the candidate is a prompt, a reflection is a textual gradient of it, an
 * update is a whole new prompt. One lineage, which goes back a step where the new prompt is worse.
 */
export const textGrad: SearchingMethod = {
  name: TEXTGRAD_DEFAULT_SETTINGS.name,
  version: TEXTGRAD_DEFAULT_SETTINGS.version,
  promptHashes: PROMPT_HASHES,
  emptyCandidateText: 'Work the question out step by step and check the result before you answer.',
  questionMessages: underPromptMessages,
  answer: answerUnderPrompt,
  replyOf: replyUnderPrompt,
  mapExample,
  prepareBase: (base) => base,
  aggregate: stepByGradients,
  aggregatePrompt: optimiserPrompt,
  combine: stepByProposals,
  combinePrompt: combiningPrompt,
  union: unitePrompts,
  // A combining step without its tags is a failed proposal like any other: then the prompt stays.
  unitesAfterFailure: false,
  apply: applyPrompt,
  describe: describePrompt,
  openSearch: openTextGradSearch,
};
