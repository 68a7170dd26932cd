import type { Method } from '@/lib/methods/method';
import { INSIGHT_IDS_HASH } from '@/lib/methods/prompting/insight-ids';
import { countTokens } from '@/lib/stats/count-tokens';
import { ACE_DEFAULT_SETTINGS } from './ace-settings';
import { answerExample } from './answer-example';
import { applyUpdate, countReflections } from './apply-update';
import { aggregateReflections, combinerPrompt, combineUpdates, curatorPrompt } from './ask-for-update';
import { EMPTY_PLAYBOOK } from './empty-playbook';
import { mapExample } from './map-example';
import { parseBullets } from './parse-bullet-line';
import { generatorMessages } from './prompts/generator';
import { EDITING_PROMPT_HASHES, PROMPT_HASHES } from './prompts/prompt-hashes';
import { refinePlaybook } from './refine-playbook';
import { steerPlaybook } from './steering/steer-playbook';
import { uniteUpdates } from './unite-updates';

/**
 * ACE (agentic context engineering) as a method that Combee can run: the candidate is a playbook of bullets, an
 * update is a list of edits. Its settings come with the manifest of each call; it holds no state of its own.
 */
export const ace: Method = {
  name: ACE_DEFAULT_SETTINGS.name,
  version: ACE_DEFAULT_SETTINGS.version,
  promptHashes: PROMPT_HASHES,
  insightIdsHash: INSIGHT_IDS_HASH,
  promptHashesFor: (settings) =>
    settings.name === 'ace' && settings.edits === 'all' ? EDITING_PROMPT_HASHES : {},
  emptyCandidateText: EMPTY_PLAYBOOK,
  questionMessages: ({ task, text, example }) =>
    generatorMessages({ task, playbook: text, example, earlierReflection: null }),
  answer: (input) => answerExample(input),
  replyOf: (text) => JSON.stringify({ reasoning: '', bullet_ids: [], final_answer: text }),
  mapExample,
  prepareBase: countReflections,
  aggregate: aggregateReflections,
  aggregatePrompt: curatorPrompt,
  combine: combineUpdates,
  combinePrompt: combinerPrompt,
  union: uniteUpdates,
  apply: applyUpdate,
  refine: refinePlaybook,
  steering: steerPlaybook,
  pieces: ({ text }) => parseBullets(text).map(({ content }) => content),
  describe: ({ text }) => ({ bullets: parseBullets(text).length, tokens: countTokens(text) }),
};
