import { describe, expect, it } from 'vitest';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { JUDGING, judgedManifest } from '@/lib/testing/toy-judge';
import { assertCacheReasoned, assertHonestEvaluator, SELF_JUDGED } from './evaluator';

const base = judgedManifest();
const { models } = base;
const small: ModelBinding = { ...models.evaluator, model: 'small' };

function codeOf(overrides: Partial<RunManifest>): string | null {
  try {
    assertHonestEvaluator({ ...base, ...overrides });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const judging = (change: Partial<NonNullable<RunManifest['judging']>>) => ({
  judging: { ...JUDGING, ...change },
});
const heldOut = (count: number) => ({
  split: { ...base.split, counts: { ...base.split.counts, heldOut: count } },
});
const code = { task: { ...base.task, scoring: { kind: 'formula' } as const } };
const same = { models: { ...models, evaluator: models.proposer } };

describe('R-180 the evaluator is not the proposer', () => {
  it('passes a separate one, and refuses the same model under two names', () => {
    expect(codeOf({})).toBeNull();
    expect(codeOf(same)).toBe('EVALUATOR_CONFOUNDED');
    const elsewhere = { ...models.proposer, origin: 'https://elsewhere.example' };
    expect(codeOf({ models: { ...models, evaluator: elsewhere } })).toBeNull();
  });

  it('does not fire where code scores', () => {
    expect(codeOf({ ...same, ...code, ...judging({ judge: 'proposer' }) })).toBeNull();
  });
});

describe('R-191 the proposer as its own judge', () => {
  it('needs a reason, and a separate evaluator to be checked against', () => {
    expect(codeOf(judging({ judge: 'proposer' }))).toBe('EVALUATOR_CONFOUNDED');
    expect(codeOf(judging({ judge: 'proposer', forcedReason: '  ' }))).toBe('EVALUATOR_CONFOUNDED');
    const forced = judging({ judge: 'proposer', forcedReason: 'The budget holds one model.' });
    expect(codeOf(forced)).toBeNull();
    expect(codeOf({ ...forced, ...same })).toBe('EVALUATOR_CONFOUNDED');
  });

  it('is answered with the text of the escalation protocol', () => {
    expect(() => assertHonestEvaluator({ ...base, ...judging({ judge: 'proposer' }) })).toThrow(SELF_JUDGED);
  });
});

describe('R-175 no parallel run without an honest evaluator', () => {
  const forced = judging({ judge: 'proposer', forcedReason: 'The budget holds one model.' });

  it('refuses a proposer in the seat that could never be calibrated', () => {
    expect(codeOf({ ...forced, ...heldOut(29) })).toBe('NO_HONEST_EVALUATOR');
    expect(codeOf({ ...forced, ...heldOut(30) })).toBeNull();
  });

  it('lets a separate evaluator prove itself, and a run that is not parallel go on', () => {
    expect(codeOf(heldOut(5))).toBeNull();
    expect(codeOf({ ...forced, ...heldOut(5), kind: 'serialBaseline' })).toBeNull();
  });
});

describe('R-111 a ceiling on the cost of judging a rollout', () => {
  const ceiling = { costCeilingUsd: 0.01 };

  it('needs prices to be kept', () => {
    const unpriced = { ...models, evaluator: { ...models.evaluator, usdPerMillionIn: null } };
    expect(codeOf({ ...judging({ ...ceiling, proxy: small }), models: unpriced })).toBe('PRICE_UNKNOWN');
    expect(codeOf(judging({ ...ceiling, proxy: { ...small, usdPerMillionIn: null } }))).toBe('PRICE_UNKNOWN');
    expect(codeOf(judging({ ...ceiling, proxy: { ...small, usdPerMillionOut: null } }))).toBe(
      'PRICE_UNKNOWN',
    );
    expect(codeOf(judging({ ...ceiling, proxy: small }))).toBeNull();
  });
});

describe('R-112 a proxy above the ceiling', () => {
  const capped = judging({ costCeilingUsd: 0.01, proxy: small });

  it('must be there, be another model, and have answers enough to be calibrated on', () => {
    expect(codeOf(capped)).toBeNull();
    expect(codeOf(judging({ costCeilingUsd: 0.01 }))).toBe('PROXY_UNCALIBRATED');
    expect(codeOf(judging({ costCeilingUsd: 0.01, proxy: models.evaluator }))).toBe('PROXY_UNCALIBRATED');
    expect(codeOf({ ...capped, ...heldOut(29) })).toBe('PROXY_UNCALIBRATED');
    expect(codeOf({ ...capped, ...heldOut(30) })).toBeNull();
  });

  it('is asked for by nothing where there is no ceiling', () => {
    expect(codeOf(judging({ proxy: null }))).toBeNull();
  });
});

describe('R-196 the cache', () => {
  it('is off only with a reason', () => {
    expect(() => assertCacheReasoned({ read: true, offReason: '' })).not.toThrow();
    expect(() => assertCacheReasoned({ read: false, offReason: 'We test the judge itself.' })).not.toThrow();
    expect(() => assertCacheReasoned({ read: false, offReason: '   ' })).toThrow(
      'Without the cache, parallel scans repeat evaluations and inflate cost per improvement. Give a reason or keep it on.',
    );
  });
});
