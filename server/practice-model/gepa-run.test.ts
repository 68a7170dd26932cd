import { describe, expect, it } from 'vitest';
import type { StatedCause } from '@/lib/domain/cause';
import { componentsOf } from '@/lib/domain/components';
import type { RunManifest } from '@/lib/domain/manifest';
import type { GepaSettings } from '@/lib/domain/method-settings';
import { gepa } from '@/lib/methods/gepa/gepa';
import type { ModelRequest } from '@/lib/ports/language-model';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { type ScriptedReply, scriptedReply } from '@/lib/testing/scripted-model';
import { proposalReason } from '@/lib/words/candidate';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

function gepaManifest(
  size: number,
  settings: Partial<GepaSettings> = {},
  { split, ...overrides }: Partial<RunManifest> = {},
): RunManifest {
  return practiceManifest(split?.counts ?? {}, {
    method: gepaTestSettings(settings),
    batch: { kind: 'static', size, reason: 'A fixed size makes twins comparable.' },
    ...overrides,
  });
}

const run = (manifest: RunManifest, more: Partial<PracticeRun> = {}) =>
  practiceRun({ method: gepa, manifest, ...more });

const LARGER = {
  ...practiceManifest({}, {}).split,
  counts: { train: 96, selection: 40, heldOut: 80, confirmation: 0 },
};

const NAIVE = { ...practiceManifest({}, {}).aggregation, kind: 'naive' as const };

type Refused = [name: string, reply: (request: ModelRequest) => ScriptedReply, cause: Partial<StatedCause>];
const REFUSED: Refused[] = [
  ['without a fence', () => 'Here is a better text: add carefully.', { fault: 'noFence' }],
  [
    'cut off',
    (request) => scriptedReply(request, '```\nAdd.\n```', { finishReason: 'length' }),
    { code: 'cutOff' },
  ],
];

describe('GEPA on the practice model', () => {
  it.each([
    ['serially', 3, NAIVE],
    ['with Combee', 12, practiceManifest({}, {}).aggregation],
  ] as const)(
    'learns %s, and takes in only what did better on its own examples',
    async (_name, size, aggregation) => {
      const { outcome, entries } = await run(gepaManifest(size, {}, { aggregation, split: LARGER }));
      expect(outcome.status).toBe('finished');
      const [end] = factsOf(entries, 'run.finished');
      expect(end?.bestScore.mean).toBeGreaterThan(end?.seedScore.mean ?? 1);
      const proposed = factsOf(entries, 'candidate.proposed');
      for (const { accepted, parentScore, childScore } of proposed) {
        if (accepted) expect(childScore).toBeGreaterThan(parentScore ?? 1);
      }
      const taken = proposed.filter(({ accepted }) => accepted);
      expect(taken.length).toBeGreaterThan(0);
      expect(factsOf(entries, 'candidate.created')).toHaveLength(taken.length + 1);
      const modes = new Set(factsOf(entries, 'scan.combined').map(({ mode }) => mode));
      expect(modes).toEqual(new Set([size === 3 ? 'plainCall' : 'llm']));
    },
  );

  it.each(REFUSED)(
    'refuses proposals %s with their cause, at either level, and adopts nothing',
    async (_name, bad, cause) => {
      for (const purpose of ['aggregate', 'combine']) {
        const reply = (request: ModelRequest) => (request.purpose === purpose ? bad(request) : undefined);
        const { entries } = await run(gepaManifest(12), { reply });
        const proposed = factsOf(entries, 'candidate.proposed');
        expect(proposed.length).toBeGreaterThan(0);
        for (const proposal of proposed) {
          expect(proposal).toMatchObject({ accepted: false, hash: null, text: null });
          expect(proposal.reason).toMatchObject({ code: 'failed', cause });
        }
        expect(factsOf(entries, 'candidate.created')).toHaveLength(1);
      }
    },
  );

  it('rewrites one component at a time, in turn, and leaves the others to the letter', async () => {
    const seed = '<<component solver>>\nSolve it.\n<<component checker>>\nCheck it.';
    const manifest = gepaManifest(6, { acceptance: 'orEqual' }, { seedCandidateText: seed, epochs: 2 });
    const { entries } = await run(manifest);
    const created = new Map(factsOf(entries, 'candidate.created').map((one) => [one.hash, one]));
    const children = [...created.values()].filter(({ parentHash }) => parentHash !== null);
    const changed = children.map(({ text, parentHash }): string[] => {
      const before = componentsOf(created.get(parentHash ?? '')?.text ?? '');
      return [...componentsOf(text)].filter(([name, one]) => one !== before.get(name)).map(([name]) => name);
    });
    expect(changed.every((names) => names.length === 1)).toBe(true);
    expect(new Set(changed.flat())).toEqual(new Set(['solver', 'checker']));
    for (const proposal of factsOf(entries, 'candidate.proposed'))
      expect(proposalReason(proposal)).toMatch(/\.$/);
  });
});
