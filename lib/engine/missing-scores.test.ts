import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { scriptedReply } from '@/lib/testing/scripted-model';
import { toyMethod } from '@/lib/testing/toy-method';
import { toyRun } from '@/lib/testing/toy-run';
import { runLoop } from './run-loop';

const TRAIN = 12;
const HELD_OUT = 8;
const base = buildManifest();
const manifest = (overrides: Partial<RunManifest> = {}): RunManifest =>
  buildManifest({
    split: {
      registrationId: 'spl_1',
      hash: 'h',
      counts: { train: TRAIN, selection: 0, heldOut: HELD_OUT, confirmation: 0 },
    },
    batch: { kind: 'static', size: 4, reason: 'A test of one size.' },
    task: {
      ...base.task,
      scoring: { kind: 'http', url: 'http://evaluator/', header: null, timeoutSeconds: 1 },
    },
    ...overrides,
  });

const factsOf = <T extends FactType>(entries: readonly LedgerEntry[], type: T) =>
  entries.flatMap((entry) => (entry.type === type ? [entry.data as never] : [])) as Extract<
    LedgerEntry,
    { type: T }
  >['data'][];

/** Scores 0.5 whatever it is shown, and fails on these examples. */
function evaluated(failing: ReadonlySet<string>, store = journalStore()) {
  const run = toyRun({ manifest: manifest(), store });
  const model: LanguageModel = {
    async complete(request, signal) {
      if (request.purpose !== 'environment') return run.model.complete(request, signal);
      const { input } = JSON.parse(request.messages[0]?.content ?? '{}');
      const sound = scriptedReply(request, JSON.stringify({ score: 0.5, notes: '' }));
      if (!failing.has(input.expected)) return sound;
      const cause = { code: 'programFailed' as const, message: 'The program ended with code 3.' };
      return { ok: false, cause, tokensIn: 0, tokensOut: 0, delayMs: 1, attempts: 3 };
    },
  };
  return { ...run, input: { ...run.input, model } };
}

const WORDS = ['oak', 'elm', 'ash', 'fir', 'yew', 'box', 'bay', 'fig'];

describe('a run in which an evaluator fails for some examples', () => {
  it('states no score for them, learns nothing from them, counts them and repeats itself from its journal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(WORDS), async (words) => {
        const failing = new Set(words);
        const store = journalStore();
        const run = evaluated(failing, store);
        const outcome = await runLoop(run.input);
        const { entries } = run.ledger;
        const rollouts = factsOf(entries, 'rollout.finished');
        const examples = [...run.input.examples.train, ...run.input.examples.heldOut];
        const wordOf = new Map(examples.map(({ id, expected }) => [id, expected]));
        for (const { exampleId, score, cause } of rollouts) {
          const isFailing = failing.has(wordOf.get(exampleId) ?? '');
          expect(score).toBe(isFailing ? null : 0.5);
          expect(cause?.code).toBe(isFailing ? 'programFailed' : undefined);
        }
        const taught = run.model.requests.flatMap(({ purpose, messages }) =>
          purpose === 'reflect' ? [messages[0]?.content.replace('reflect on say ', '')] : [],
        );
        expect(taught.filter((word) => failing.has(word ?? ''))).toEqual([]);
        for (const { score, scores, missing = 0, incomplete } of factsOf(entries, 'heldOut.measured')) {
          expect(score.n + missing).toBe(HELD_OUT);
          expect(scores.filter((one) => one === null)).toHaveLength(missing);
          expect(incomplete ?? false).toBe(missing === HELD_OUT);
        }
        const unscored = rollouts.filter(({ split, score }) => split === 'train' && score === null);
        const closed = factsOf(entries, 'iteration.closed');
        expect(closed.reduce((sum, { failures }) => sum + failures, 0)).toBe(unscored.length);

        const again = evaluated(failing, store);
        expect((await runLoop(again.input)).runHash).toBe(outcome.runHash);
        expect(again.model.requests).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a run whose later prompts break the form of the answers', () => {
  const cutOff = { code: 'unparseable' as const, message: 'The reply holds no final answer.' };
  const broken = (share: number) => ({
    ...toyMethod,
    mapExample: async (input: Parameters<typeof toyMethod.mapExample>[0]) => {
      const mapped = await toyMethod.mapExample(input);
      const isLater = input.candidate.text.split(' ').length > 2;
      if (!isLater || input.ordinal % 4 >= share * 4) return mapped;
      return { ...mapped, answer: { ...mapped.answer, text: '', cause: cutOff } };
    },
  });
  const ended = async (share: number) => {
    const counts = { train: 40, selection: 0, heldOut: 4, confirmation: 0 };
    const split = { registrationId: 'spl_1', hash: 'h', counts };
    const run = toyRun({ manifest: manifest({ split, task: base.task }) });
    return runLoop({ ...run.input, method: broken(share) });
  };

  it('stops with advice once more than half of the training answers after the second update cannot be parsed', async () => {
    expect(await ended(0.75)).toMatchObject({
      status: 'stopped',
      reason: 'answersUnreadable',
      numbers: { unreadable: 9, answers: 12 },
    });
  });

  it('goes on where half of them can be', async () => {
    expect(await ended(0.5)).toMatchObject({ status: 'finished', reason: 'trainingDone' });
  });
});
