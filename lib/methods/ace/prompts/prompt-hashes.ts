import { canonicalHash } from '@/lib/domain/content-hash';
import type { ChatMessage } from '@/lib/ports/language-model';
import { COMBINER_VERSION, combinerMessages } from './combiner';
import { CURATOR_VERSION, curatorMessages } from './curator';
import { EDITING_VERSION, editingCombinerMessages, editingCuratorMessages } from './editing-roles';
import { GENERATOR_VERSION, generatorMessages } from './generator';
import { LENSES, LENSES_VERSION } from './lenses';
import { MERGER_VERSION, mergerMessages } from './merger';
import type { PlaybookPrompt } from './playbook-parts';
import { REFLECTOR_VERSION, reflectorMessages } from './reflector';

/**
 * Name of each template to the hash of its text. A template is hashed as it renders on fixed stand-in data, so that
 * a change of layout changes the hash as surely as a change of wording.
 */
const EXAMPLE = { question: 'question', context: 'context' };
const TASK = { instructions: 'instructions', inputShape: 'input', outputShape: 'output' };
const BULLET = { id: 'id-00001', helpful: 1, harmful: 0, content: 'content' };
const PLAYBOOK: PlaybookPrompt = {
  progress: { trainExamplesSeen: 1, trainExamples: 2 },
  tokenBudget: 3,
  stats: { totalBullets: 0, highPerforming: 0, problematic: 0, unused: 0, bySection: {} },
  playbook: 'playbook',
};

export const PROMPT_HASHES = {
  generator: hashOf(
    GENERATOR_VERSION,
    generatorMessages({
      task: TASK,
      playbook: 'playbook',
      example: EXAMPLE,
      earlierReflection: 'reflection',
    }),
  ),
  reflector: hashOf(
    REFLECTOR_VERSION,
    reflectorMessages({
      example: EXAMPLE,
      trace: 'trace',
      predictedAnswer: 'answer',
      groundTruth: 'expected',
      feedback: 'feedback',
      bulletsUsed: 'bullets',
    }),
  ),
  curator: hashOf(
    CURATOR_VERSION,
    curatorMessages({ ...PLAYBOOK, reflections: [{ text: 'reflection', context: 'context' }] }),
  ),
  combiner: hashOf(
    COMBINER_VERSION,
    combinerMessages({ ...PLAYBOOK, updates: [[{ type: 'add', section: 'section', content: 'content' }]] }),
  ),
  merger: hashOf(MERGER_VERSION, mergerMessages([BULLET])),
  lenses: canonicalHash({ version: LENSES_VERSION, lenses: LENSES }),
};

/** Of the templates that only runs with all kinds of edits use. */
export const EDITING_PROMPT_HASHES = {
  editingCurator: hashOf(
    EDITING_VERSION,
    editingCuratorMessages({ ...PLAYBOOK, reflections: [{ text: 'reflection', context: 'context' }] }),
  ),
  editingCombiner: hashOf(
    EDITING_VERSION,
    editingCombinerMessages({
      ...PLAYBOOK,
      updates: [[{ type: 'update', bulletId: 'id-00001', content: 'content' }]],
    }),
  ),
};

function hashOf(version: number, messages: readonly ChatMessage[]): string {
  return canonicalHash({ version, messages });
}
