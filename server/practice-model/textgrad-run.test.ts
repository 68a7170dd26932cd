import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import type { TextGradSettings } from '@/lib/domain/method-settings';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import type { ModelRequest } from '@/lib/ports/language-model';
import { proposalReason } from '@/lib/words/candidate';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

interface Overrides extends Partial<RunManifest> {
  readonly counts?: Partial<RunManifest['split']['counts']>;
}

function textGradManifest(
  size: number,
  settings: Partial<TextGradSettings> = {},
  { counts = {}, ...overrides }: Overrides = {},
): RunManifest {
  return practiceManifest(counts, {
    method: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null, ...settings },
    batch: { kind: 'static', size, reason: 'A fixed size makes twins comparable.' },
    ...overrides,
  });
}

const run = (manifest: RunManifest, more: Partial<PracticeRun> = {}) =>
  practiceRun({ method: textGrad, manifest, ...more });

describe('TextGrad on the practice model', () => {
  it.each([
    ['serially', 3, 'naive'],
    ['with Combee', 12, 'combee'],
  ] as const)('learns %s, and tells of every step', async (_name, size, kind) => {
    const base = textGradManifest(size);
    const { outcome, entries } = await run({ ...base, aggregation: { ...base.aggregation, kind } });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const [end] = factsOf(entries, 'run.finished');
    expect(end?.bestScore.mean).toBeGreaterThan(end?.seedScore.mean ?? 1);
    const steps = factsOf(entries, 'candidate.proposed');
    expect(steps).toHaveLength(24 / size);
    expect(steps.every((step) => step.how === 'gradient' && proposalReason(step).endsWith('.'))).toBe(true);
    const accepted = steps.filter((step) => step.accepted);
    // The original prompt is created as well.
    expect(factsOf(entries, 'candidate.created')).toHaveLength(accepted.length + 1);
    const scans = factsOf(entries, 'scan.combined').map(({ mode }) => mode);
    expect(new Set(scans)).toEqual(new Set([kind === 'combee' ? 'llm' : 'plainCall']));
  });

  it('goes back where a new prompt is worse on selection, and learns on from the one before', async () => {
    const forgetful = '<improved_prompt>\nJust answer.\n</improved_prompt>';
    let asked = 0;
    const reply = ({ purpose }: ModelRequest) => {
      if (purpose !== 'aggregate') return undefined;
      asked += 1;
      // All that was learnt is thrown away in the second half of the steps.
      return asked > 2 ? forgetful : undefined;
    };
    // Two batches of 25 meet all fifty formulas, so that forgetting them shows on selection.
    const base = textGradManifest(25, {}, { counts: { train: 100, selection: 100, heldOut: 10 } });
    const naive = { ...base, aggregation: { ...base.aggregation, kind: 'naive' as const } };
    const { entries } = await run(naive, { reply });
    const steps = factsOf(entries, 'candidate.proposed');
    expect(steps.map(({ accepted }) => accepted)).toEqual([true, true, false, false]);
    expect(steps[2]?.reason).toMatchObject({ code: 'worse' });
    expect(steps[2]?.childScore).toBeLessThan(steps[2]?.parentScore ?? 0);
    expect(steps[3]?.parentHashes).toEqual(steps[2]?.parentHashes);
    const maps = factsOf(entries, 'iteration.started').map(({ candidateHash }) => candidateHash);
    expect(maps[3]).toBe(steps[1]?.hash);
    // The seed and three different prompts; the one that came again is not measured again.
    expect(factsOf(entries, 'candidate.selected')).toHaveLength(4);
  });

  it('never adopts a reply without the tags: the step is told as failed, with its re-asks paid', async () => {
    const { outcome, entries, requests } = await run(textGradManifest(12), {
      reply: ({ purpose }) => (purpose === 'aggregate' ? 'Here is a better prompt: think.' : undefined),
    });
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    expect(
      factsOf(entries, 'candidate.proposed').every(({ hash, accepted }) => hash === null && !accepted),
    ).toBe(true);
    expect(factsOf(entries, 'candidate.created')).toHaveLength(1);
    // Two steps of three groups, each asked three times.
    expect(requests.filter(({ purpose }) => purpose === 'aggregate')).toHaveLength(2 * 3 * 3);
  });

  it('shows the gradients of earlier steps again, as many steps as are remembered', async () => {
    const shown = async (gradientMemory: number) => {
      const base = textGradManifest(6, { gradientMemory });
      const { requests } = await run({ ...base, aggregation: { ...base.aggregation, kind: 'naive' } });
      return requests
        .filter(({ purpose }) => purpose === 'aggregate')
        .map(
          ({ messages }) =>
            (
              /<earlier_gradients>([\s\S]*)<\/earlier_gradients>/.exec(messages[1]?.content ?? '')?.[1] ?? ''
            ).match(/Change: /g)?.length ?? 0,
        );
    };
    expect(await shown(0)).toEqual([0, 0, 0, 0]);
    expect(await shown(1)).toEqual([0, 6, 6, 6]);
    expect(await shown(2)).toEqual([0, 6, 12, 12]);
  });

  it('stops after its steps, on as many examples as it has used', async () => {
    const { outcome, entries } = await run(textGradManifest(3, { stepsPerEpoch: 2 }, { epochs: 2 }));
    expect(outcome).toMatchObject({
      reason: 'searchDone',
      numbers: { why: 'stepsMade', steps: 4, perEpoch: 2 },
    });
    expect(factsOf(entries, 'iteration.closed').at(-1)?.trainExamplesSeen).toBe(12);
  });

  it('takes every usable prompt where nothing is to be measured, and says why', async () => {
    const free = await run(textGradManifest(12, { revertIfWorse: false }));
    expect(factsOf(free.entries, 'candidate.selected')).toHaveLength(0);
    expect(factsOf(free.entries, 'candidate.proposed').every(({ accepted }) => accepted)).toBe(true);
    const bare = await run(textGradManifest(12), { examples: { selection: [] } });
    const [step] = factsOf(bare.entries, 'candidate.proposed');
    expect(step).toMatchObject({
      accepted: true,
      reason: { code: 'takenUnmeasured' },
    });
  });
});
