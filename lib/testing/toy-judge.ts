import type { RunManifest } from '@/lib/domain/manifest';
import type { ModelRequest } from '@/lib/ports/language-model';
import { buildManifest } from './builders/manifest-builder';
import { TOY_WORDS } from './toy-run';

/** Judges for the toy run: each scores an answer by the word that its question asks for, in an order of its own. */
export const JUDGING = {
  judge: 'separate',
  forcedReason: null,
  sampleShare: 0.05,
  minPairs: 30,
  spearmanMin: 0.7,
  costCeilingUsd: null,
  proxy: null,
} as const satisfies RunManifest['judging'];

/** A manifest whose answers are judged; the three models have names and prices of their own. */
export function judgedManifest(overrides: Partial<RunManifest> = {}): RunManifest {
  const { models, task } = buildManifest();
  return buildManifest({
    task: { ...task, scoring: { kind: 'judge', rubric: 'Is it the word?' } },
    split: {
      registrationId: 'spl_1',
      hash: 'h',
      counts: { train: 12, selection: 0, heldOut: 40, confirmation: 0 },
    },
    batch: { kind: 'static', size: 6, reason: 'A fixed size makes twins comparable.' },
    models: {
      serving: { ...models.serving, model: 'serving' },
      proposer: { ...models.proposer, model: 'proposer' },
      evaluator: { ...models.evaluator, model: 'evaluator' },
    },
    judging: JUDGING,
    ...overrides,
  });
}

/** 0..1 by the word's place among the toy's words: eight grades. */
export function gradeOf(request: ModelRequest): number {
  const question = /say (\w+)/.exec(request.messages.at(-1)?.content ?? '')?.[1] ?? '';
  return TOY_WORDS.indexOf(question) / TOY_WORDS.length;
}

export function verdict(score: number): string {
  return JSON.stringify({ reasoning: 'a test', score });
}

/** Replies of judges by seat; anything else is left to the toy. */
export function toyJudges(
  judges: Partial<Record<'evaluator' | 'proposer' | 'proxy', (request: ModelRequest) => number>>,
): (request: ModelRequest) => string | undefined {
  return (request) => {
    if (request.purpose !== 'judge') return undefined;
    const judge = judges[request.seat ?? 'evaluator'];
    return judge ? verdict(judge(request)) : undefined;
  };
}
