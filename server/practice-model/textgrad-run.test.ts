import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import type { TextGradSettings } from '@/lib/domain/method-settings';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

function textGradManifest(
  size: number,
  settings: Partial<TextGradSettings> = {},
  overrides: Partial<RunManifest> = {},
): RunManifest {
  return practiceManifest(
    {},
    {
      method: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null, ...settings },
      batch: { kind: 'static', size, reason: 'A fixed size makes twins comparable.' },
      ...overrides,
    },
  );
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
    expect(steps.every(({ how, reason }) => how === 'gradient' && reason.endsWith('.'))).toBe(true);
    const accepted = steps.filter((step) => step.accepted);
    // The original prompt is created as well.
    expect(factsOf(entries, 'candidate.created')).toHaveLength(accepted.length + 1);
    const scans = factsOf(entries, 'scan.combined').map(({ mode }) => mode);
    expect(new Set(scans)).toEqual(new Set([kind === 'combee' ? 'llm' : 'plainCall']));
  });
});
