import { canonicalHash } from '@/lib/domain/content-hash';
import { UNDER_PROMPT_VERSION, underPromptMessages } from '@/lib/methods/prompting/answer-under-prompt';
import type { ChatMessage } from '@/lib/ports/language-model';
import { INSTRUCTION_WRITER_VERSION, instructionMessages, TIPS } from './instruction-writer';
import { OBSERVER_VERSION, observerMessages, summariserMessages } from './observer';

/** Name of each template to its hash, as it renders on fixed stand-in data, so that layout counts like wording. */
const EXAMPLE = { question: 'question', context: 'context' };
const TASK = { instructions: 'instructions', inputShape: 'input', outputShape: 'output' };

export const PROMPT_HASHES = {
  generator: hashOf(
    UNDER_PROMPT_VERSION,
    underPromptMessages({ task: TASK, text: 'prompt', example: EXAMPLE }),
  ),
  observer: hashOf(OBSERVER_VERSION, observerMessages({ task: TASK, examples: ['example'] })),
  summariser: hashOf(OBSERVER_VERSION, summariserMessages({ task: TASK, observations: ['observation'] })),
  instructionWriter: hashOf(
    INSTRUCTION_WRITER_VERSION,
    instructionMessages({
      task: TASK,
      summary: 'summary',
      original: 'original',
      demonstrations: ['demonstration'],
      tip: 'simple',
    }),
  ),
  tips: canonicalHash({ version: INSTRUCTION_WRITER_VERSION, tips: TIPS }),
};

function hashOf(version: number, messages: readonly ChatMessage[]): string {
  return canonicalHash({ version, messages });
}
