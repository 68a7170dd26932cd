import { canonicalHash } from '@/lib/domain/content-hash';
import { UNDER_PROMPT_VERSION, underPromptMessages } from '@/lib/methods/prompting/answer-under-prompt';
import type { ChatMessage } from '@/lib/ports/language-model';
import { COMBINER_VERSION, combinerMessages } from './combiner';
import { PROPOSER_VERSION, proposerMessages } from './proposer';

/**
 * Name of each template to the hash of its text. A template is hashed as it renders on fixed stand-in data, so that
 * a change of layout changes the hash as surely as a change of wording.
 */
const REWRITE = { current: 'current', component: 'component' };

export const PROMPT_HASHES = {
  generator: hashOf(
    UNDER_PROMPT_VERSION,
    underPromptMessages({
      task: { instructions: 'instructions', inputShape: 'input', outputShape: 'output' },
      text: 'prompt',
      example: { question: 'question', context: 'context' },
    }),
  ),
  proposer: hashOf(PROPOSER_VERSION, proposerMessages({ ...REWRITE, records: ['record'] })),
  combiner: hashOf(COMBINER_VERSION, combinerMessages({ ...REWRITE, proposals: ['proposal'] })),
};

function hashOf(version: number, messages: readonly ChatMessage[]): string {
  return canonicalHash({ version, messages });
}
