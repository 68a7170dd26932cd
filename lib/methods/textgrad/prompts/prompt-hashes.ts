import { canonicalHash } from '@/lib/domain/content-hash';
import { UNDER_PROMPT_VERSION, underPromptMessages } from '@/lib/methods/prompting/answer-under-prompt';
import type { ChatMessage } from '@/lib/ports/language-model';
import { CRITIC_VERSION, criticMessages } from './critic';
import { combiningMessages, OPTIMISER_VERSION, optimiserMessages } from './optimiser';

/** Name of each template to its hash, as it renders on fixed stand-in data, so that layout counts like wording. */
const EXAMPLE = { question: 'question', context: 'context' };
const TASK = { instructions: 'instructions', inputShape: 'input', outputShape: 'output' };
const STEP = { task: TASK, prompt: 'prompt', constraints: ['constraint'] };

export const PROMPT_HASHES = {
  generator: hashOf(
    UNDER_PROMPT_VERSION,
    underPromptMessages({ task: TASK, text: 'prompt', example: EXAMPLE }),
  ),
  critic: hashOf(
    CRITIC_VERSION,
    criticMessages({
      task: TASK,
      prompt: 'prompt',
      example: EXAMPLE,
      trace: 'trace',
      predictedAnswer: 'answer',
      groundTruth: 'expected',
      feedback: 'feedback',
    }),
  ),
  optimiser: hashOf(
    OPTIMISER_VERSION,
    optimiserMessages({
      ...STEP,
      gradients: [{ text: 'gradient', context: 'context' }],
      earlier: ['earlier'],
    }),
  ),
  combiningOptimiser: hashOf(OPTIMISER_VERSION, combiningMessages({ ...STEP, proposals: ['proposal'] })),
};

function hashOf(version: number, messages: readonly ChatMessage[]): string {
  return canonicalHash({ version, messages });
}
