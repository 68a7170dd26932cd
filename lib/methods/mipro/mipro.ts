import { isMissing } from '@/lib/domain/score';
import { scoreGiven } from '@/lib/domain/score-given';
import type { Update } from '@/lib/domain/update';
import type { MapInput, MappedExample } from '@/lib/methods/method';
import {
  answerUnderPrompt,
  replyUnderPrompt,
  underPromptMessages,
} from '@/lib/methods/prompting/answer-under-prompt';
import { applyPrompt } from '@/lib/methods/prompting/apply-prompt';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import type { SearchingMethod } from '@/lib/methods/search';
import { MIPRO_DEFAULT_SETTINGS } from './mipro-settings';
import { PROMPT_HASHES } from './prompts/prompt-hashes';
import { openMiproSearch } from './search';

/**
 * MIPROv2 as a method: a search over instructions and demonstrations. It learns from no reflection, so nothing of it is
 * ever aggregated; the parts of the contract that Combee works with give nothing back.
 */
export const mipro: SearchingMethod = {
  name: MIPRO_DEFAULT_SETTINGS.name,
  version: MIPRO_DEFAULT_SETTINGS.version,
  promptHashes: PROMPT_HASHES,
  emptyCandidateText: 'Work the question out step by step and check the result before you answer.',
  questionMessages: underPromptMessages,
  answer: answerUnderPrompt,
  replyOf: replyUnderPrompt,
  mapExample: answerOnly,
  prepareBase: (base) => base,
  aggregate: async () => ({ update: NOTHING, asked: [] }),
  combine: async () => ({ update: NOTHING, asked: [] }),
  union: () => NOTHING,
  apply: applyPrompt,
  describe: describePrompt,
  openSearch: openMiproSearch,
};

const NOTHING: Update = { edits: [], text: null, reasoning: '', invalid: null };

async function answerOnly(input: MapInput): Promise<MappedExample> {
  const answer = await answerUnderPrompt({ ...input, purpose: 'generate' });
  const score = await scoreGiven(input, answer);
  const { ordinal, example } = input;
  return {
    answer,
    score,
    reflection: {
      ordinal,
      exampleId: example.id,
      text: '',
      insights: [],
      bulletTags: [],
      context: example.question,
      invalid: isMissing(score) ? score.missing : answer.cause,
    },
    reflectionAsked: [],
  };
}
