import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MiproSettings } from '@/lib/domain/method-settings';
import { mipro } from '@/lib/methods/mipro/mipro';
import { MIPRO_DEFAULT_SETTINGS } from '@/lib/methods/mipro/mipro-settings';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
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

  it('ends with the best whole measurement, whatever minibatches said', async () => {
    const { outcome, entries } = await run(miproManifest({ trials: 9 }));
    const trials = factsOf(entries, 'trial.finished');
    const whole = trials.filter(({ full }) => full);
    const best = whole.reduce((first, one) => (one.score.mean > first.score.mean ? one : first));
    expect(trials.findLast((one) => one.best)?.candidateHash).toBe(best.candidateHash);
    expect(outcome).toMatchObject({ numbers: { why: 'trialsMade', best: { mean: best.score.mean } } });
    const last = factsOf(entries, 'heldOut.measured').at(-1);
    expect(last?.candidateHash).toBe(best.candidateHash);
    const created = factsOf(entries, 'candidate.created').map(({ hash }) => hash);
    expect(new Set(created)).toEqual(new Set(whole.map(({ candidateHash }) => candidateHash)));
  });

  it('makes every trial a whole one where the split is small, and pays no combination twice', async () => {
    const { entries } = await run(miproManifest({ minibatch: 20, trials: 30 }));
    const trials = factsOf(entries, 'trial.finished');
    expect(trials.every(({ full, score }) => full && score.n === 20)).toBe(true);
    const combinations = new Set(trials.map(({ choices }) => JSON.stringify(choices)));
    expect(trials.length).toBeGreaterThan(combinations.size);
    const onSelection = factsOf(entries, 'rollout.finished').filter(({ split }) => split === 'selection');
    expect(onSelection).toHaveLength(20 * combinations.size);
    // Each iteration but the first measured something.
    const closed = factsOf(entries, 'iteration.closed');
    expect(closed.every(({ minibatchScore }) => minibatchScore.n > 0)).toBe(true);
  });

  it('has nothing to choose where no proposal is usable, and ends with the original', async () => {
    const manifest = miproManifest({ bootstrappedDemos: 0, labelledDemos: 0 });
    const { outcome, entries } = await run(manifest, {
      reply: ({ purpose }) => (purpose === 'propose' ? 'Try harder.' : undefined),
    });
    expect(outcome.reason).toBe('searchDone');
    expect(factsOf(entries, 'trial.finished')).toHaveLength(1);
    const told = factsOf(entries, 'candidate.proposed');
    expect(told).toHaveLength(5);
    expect(told[0]).toMatchObject({ hash: null, accepted: false });
    expect(told[0]?.reason).toMatchObject({
      code: 'failed',
      cause: { fault: 'noTaggedText' },
      tip: expect.any(String),
    });
  });

  it('tries nothing without selection examples, and says why', async () => {
    const { outcome, requests } = await run(miproManifest(), { examples: { selection: [] } });
    expect(outcome).toMatchObject({
      reason: 'searchDone',
      numbers: { why: 'noSelection' },
    });
    expect(requests.every(({ purpose }) => purpose === 'evaluate')).toBe(true);
  });

  it('lets a cap end the search with its own reason, and books no half trial', async () => {
    const whole = await run(miproManifest());
    const spend = factsOf(whole.entries, 'run.finished')[0]?.spend;
    const tokens = Math.floor(((spend?.tokensIn ?? 0) + (spend?.tokensOut ?? 0)) * 0.8);
    const small = buildModelBinding({ maxTokens: 500, contextTokens: 1_000_000 });
    const { outcome, entries } = await run(
      miproManifest(
        {},
        {
          budget: { rollouts: null, tokens, usd: null, wallMs: null },
          models: { serving: small, proposer: small, evaluator: small },
        },
      ),
    );
    expect(outcome.reason).toBe('budgetTokens');
    const sizes = factsOf(entries, 'trial.finished').map(({ full, score }) => [full, score.n]);
    expect(sizes.every(([full, n]) => n === (full ? 20 : 8))).toBe(true);
  });

  it('keeps a rollout cap and goes on to its trials', async () => {
    const { outcome, entries } = await run(
      miproManifest({}, { budget: { rollouts: 5, tokens: null, usd: null, wallMs: null } }),
    );
    expect(outcome.reason).toBe('searchDone');
    expect(factsOf(entries, 'run.finished')[0]?.spend.rollouts).toBe(4);
    expect(factsOf(entries, 'trial.finished')).toHaveLength(9);
  });
});
