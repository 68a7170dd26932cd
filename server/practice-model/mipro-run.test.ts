import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MiproSettings } from '@/lib/domain/method-settings';
import { mipro } from '@/lib/methods/mipro/mipro';
import { MIPRO_DEFAULT_SETTINGS } from '@/lib/methods/mipro/mipro-settings';
import { factsOf, type PracticeRun, practiceManifest, practiceRun } from './testing/practice-run';

function miproManifest(
  settings: Partial<MiproSettings> = {},
  overrides: Partial<RunManifest> = {},
): RunManifest {
  return practiceManifest(
    { train: 24, selection: 20 },
    {
      method: { ...MIPRO_DEFAULT_SETTINGS, minibatch: 8, trials: 6, fullEvaluationEvery: 3, ...settings },
      batch: { kind: 'static', size: 6, reason: 'A fixed size makes twins comparable.' },
      ...overrides,
    },
  );
}

const run = (manifest: RunManifest, more: Partial<PracticeRun> = {}) =>
  practiceRun({ method: mipro, manifest, ...more });

describe('MIPROv2 on the practice model', () => {
  it('tries combinations on minibatches, measures the most promising ones whole, and ends by its own word', async () => {
    const { outcome, entries } = await run(miproManifest());
    expect(outcome).toMatchObject({ status: 'finished', reason: 'searchDone' });
    const trials = factsOf(entries, 'trial.finished');
    expect(trials.map(({ trial }) => trial)).toEqual(trials.map((_, index) => index));
    expect(trials.map(({ full }) => full)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(trials.map(({ score }) => score.n)).toEqual([20, 8, 8, 8, 20, 8, 8, 8, 20]);
  });
});
