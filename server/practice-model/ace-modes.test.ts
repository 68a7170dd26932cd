import { describe, expect, it } from 'vitest';
import type { AceSettings } from '@/lib/domain/method-settings';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { parseBullets } from '@/lib/methods/ace/parse-bullet-line';
import { journalStore } from '@/lib/testing/memory-journal';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

interface More {
  readonly epochs?: number;
  readonly reducer?: 'llm' | 'union';
  readonly run?: Partial<PracticeRun>;
}

const runOf = (settings: Partial<AceSettings>, more: More = {}) =>
  practiceRun({
    ...more.run,
    method: ace,
    manifest: practiceManifest(
      { train: 40, heldOut: 30 },
      {
        kind: 'comparisonPoint',
        method: { ...ACE_DEFAULT_SETTINGS, ...settings },
        epochs: more.epochs ?? 1,
        batch: { kind: 'static', size: 16, reason: 'One size, so that the modes can be compared.' },
        aggregation: {
          ...{ kind: 'combee', duplication: 2, groups: null, fanInMax: 24 },
          reducer: more.reducer ?? 'llm',
        },
      },
    ),
  });

type Run = Awaited<ReturnType<typeof runOf>>;
const playbooks = ({ entries }: Run) => factsOf(entries, 'candidate.created');
const lastContents = (run: Run) =>
  parseBullets(playbooks(run).at(-1)?.text ?? '').map(({ content }) => content);
const askedFor = ({ requests }: Run, purpose: string) =>
  requests.filter((request) => request.purpose === purpose).length;

describe('all kinds of edits, on the practice model', () => {
  it.each(['llm', 'union'] as const)(
    'merge what a second epoch repeats, with level 2 by %s',
    async (reducer) => {
      const plain = await runOf({}, { epochs: 2, reducer });
      const all = await runOf({ edits: 'all' }, { epochs: 2, reducer });
      expect(all.outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
      const merges = factsOf(all.entries, 'scan.combined').flatMap(({ edits }) =>
        edits.filter(({ type }) => type === 'merge'),
      );
      expect(merges.length).toBeGreaterThan(0);
      expect(new Set(lastContents(all))).toEqual(new Set(lastContents(plain)));
      expect(lastContents(all).length).toBeLessThan(lastContents(plain).length);
      const [end] = factsOf(all.entries, 'run.finished');
      expect(end?.bestScore.mean).toBeGreaterThan(end?.seedScore.mean ?? 1);
    },
  );

  it('give no number twice in a whole run', async () => {
    const contentOf = new Map<string, string>();
    for (const { text } of playbooks(await runOf({ edits: 'all' }, { epochs: 3, reducer: 'union' }))) {
      for (const { id, content } of parseBullets(text)) {
        expect(contentOf.get(id) ?? content).toBe(content);
        contentOf.set(id, content);
      }
    }
    expect(contentOf.size).toBeGreaterThan(10);
  });
});

describe('a run that dies, on the practice model', () => {
  it('goes on to the same end with all kinds of edits, online, and asks for nothing again', async () => {
    const settings = { edits: 'all', mode: 'online', maxRounds: 2 } as const;
    const twin = await runOf(settings);
    for (const at of [7, 45, 130]) {
      const store = journalStore();
      const onCall = (call: number) => {
        if (call === at) throw new Error('killed');
      };
      await expect(runOf(settings, { run: { store, onCall } })).rejects.toThrow('killed');
      const rest = await runOf(settings, { run: { store } });
      expect(rest.outcome.runHash).toBe(twin.outcome.runHash);
      expect(rest.requests.length).toBeLessThan(twin.requests.length);
    }
  });
});

describe('grow and refine, on the practice model', () => {
  it('merges what says the same, and asks for each group once', async () => {
    const plain = await runOf({}, { epochs: 2, reducer: 'union' });
    const refined = await runOf({ dedupeThreshold: 0.95 }, { epochs: 2, reducer: 'union' });
    expect(askedFor(refined, 'dedupe')).toBeGreaterThan(0);
    expect(lastContents(refined).length).toBeLessThan(lastContents(plain).length);
  });
});

describe('rounds of reflection, on the practice model', () => {
  it.each([1, 2, 3, 4, 5])(
    '%i: a wrong answer is tried again as often, and scored once',
    async (maxRounds) => {
      const run = await runOf({ maxRounds });
      expect(run.outcome.status).toBe('finished');
      const answers = run.requests.filter(({ purpose }) => purpose === 'generate').length;
      expect(factsOf(run.entries, 'rollout.finished').filter(({ split }) => split === 'train')).toHaveLength(
        40,
      );
      expect(answers).toBeGreaterThanOrEqual(40);
      expect(answers).toBeLessThanOrEqual(40 * maxRounds);
      // Hard examples are never right, so they use all of them.
      if (maxRounds > 1) expect(answers).toBeGreaterThan(40);
    },
  );
});

describe('online learning, on the practice model', () => {
  it('states a window an iteration, with the scores of its rollouts', async () => {
    const run = await runOf({ mode: 'online' });
    const windows = factsOf(run.entries, 'online.measured');
    expect(windows.map(({ examples }) => examples)).toEqual([16, 16, 8]);
    const trained = factsOf(run.entries, 'rollout.finished').filter(({ split }) => split === 'train');
    const mean = trained.reduce((sum, { score }) => sum + (score ?? 0), 0) / trained.length;
    expect(windows.at(-1)?.soFar.mean).toBeCloseTo(mean);
  });
});
