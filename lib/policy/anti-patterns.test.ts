import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '@/lib/errors/app-error';
import {
  assertBaselineUnused,
  assertHeadlineMeasured,
  assertHeldOutSuffices,
  assertPromotionEvidence,
  assertSplitStays,
} from './anti-patterns';
import { assertSchedulerPinned } from './batching';
import { assertCacheReasoned } from './evaluator';
import { ANTI_PATTERN_RULES, ESCALATIONS } from './rules/anti-patterns';
import { SERIAL_DIAGNOSED } from './rules/launch';
import { SPLIT_STAYS } from './rules/splits';
import { settledField } from './settled-fields';
import { assertLanesHaveDiversity, LANES_WITHOUT_DIVERSITY_MAX } from './worker-raise';

/** The refusal, or null where it is let pass. */
function refused(act: () => unknown): Pick<AppError, 'code' | 'kind' | 'ruleId' | 'message'> | null {
  try {
    act();
    return null;
  } catch (error) {
    const { code, kind, ruleId, message } = error as AppError;
    return { code, kind, ruleId, message };
  }
}

const NAMED = 'H100';
const run = (heldOut: number, practice = false, kind: 'combee' | 'serialBaseline' = 'combee') => ({
  kind,
  split: { registrationId: 's', hash: 'h', counts: { train: 9, selection: 0, heldOut, confirmation: 0 } },
  evaluation: { split: 'heldOut', everyExamples: null } as const,
  models: { serving: { practice }, proposer: { practice: false } },
});

describe('what people say who want to skip the work', () => {
  it('R-190: sixty-four lanes without a diversity rule are refused, eight are not', () => {
    expect(refused(() => assertLanesHaveDiversity(64, false))).toMatchObject({
      code: 'LANES_WITHOUT_DIVERSITY',
      ruleId: 'R-190',
    });
    expect(refused(() => assertLanesHaveDiversity(64, true))).toBeNull();
    const steps = ANTI_PATTERN_RULES[0].howToProceed.join(' ');
    expect(steps).toContain(`at most ${LANES_WITHOUT_DIVERSITY_MAX} lanes`);
  });

  it('R-192: a number that was not measured on this hardware is no headline', () => {
    const claim = { origin: 'measured', hardware: NAMED, measuredOn: [NAMED] } as const;
    expect(refused(() => assertHeadlineMeasured(claim))).toBeNull();
    for (const origin of ['typed', 'imported', 'published'] as const) {
      const error = refused(() => assertHeadlineMeasured({ ...claim, origin }));
      expect(error).toMatchObject({ code: 'HEADLINE_NOT_MEASURED', kind: 'refused', ruleId: 'R-192' });
      expect(error?.message).toContain(ESCALATIONS.E4);
    }
    expect(refused(() => assertHeadlineMeasured({ ...claim, measuredOn: ['A100'] }))?.message).toContain(
      'measured on A100, not on H100',
    );
    expect(refused(() => assertHeadlineMeasured({ ...claim, measuredOn: [] }))).not.toBeNull();
  });

  it('R-193: a baseline that others compare with stays, and one without readers may go', () => {
    expect(refused(() => assertBaselineUnused([]))).toBeNull();
    const error = refused(() => assertBaselineUnused(['Formula with ACE and Combee']));
    expect(error).toMatchObject({ code: 'BASELINE_REFERENCED', kind: 'conflict', ruleId: 'R-193' });
    expect(error?.message).toContain('speedup is a number with no denominator');
    expect(error?.message).toContain('Formula with ACE and Combee');
  });

  it('R-194: patience on train accuracy is refused by its name', () => {
    expect(settledField('trainPatience')).toMatchObject({ id: 'R-194', code: 'TRAIN_PATIENCE' });
    expect(settledField('patience')).toBeNull();
  });

  it('R-195: a held-out without power is refused at the start of what could be promoted, and only there', () => {
    expect(refused(() => assertHeldOutSuffices(run(20)))).toMatchObject({
      code: 'HELD_OUT_TOO_SMALL',
      ruleId: 'R-195',
    });
    expect(refused(() => assertHeldOutSuffices(run(300)))).toBeNull();
    // The number that is named is the first that is let pass, and the gain just missed does not read as the limit.
    expect(refused(() => assertHeldOutSuffices(run(76)))?.message).toContain(
      'find a gain of 10.1 points or more; it takes 77 to find one of 10.',
    );
    expect(refused(() => assertHeldOutSuffices(run(77)))).toBeNull();
    expect(refused(() => assertHeldOutSuffices(run(2)))?.message).toContain('find no gain at all');
    expect(refused(() => assertHeldOutSuffices(run(20, true)))).toBeNull();
    expect(refused(() => assertHeldOutSuffices(run(20, false, 'serialBaseline')))).toBeNull();
  });

  it('R-195: more held-out examples never turn a run that may start into one that may not', () => {
    const anyCount = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(anyCount, anyCount, (n, more) => {
        const passes = refused(() => assertHeldOutSuffices(run(n))) === null;
        if (passes) expect(refused(() => assertHeldOutSuffices(run(n + more)))).toBeNull();
      }),
    );
  });

  it('R-196: the cache is off only with a reason', () => {
    expect(refused(() => assertCacheReasoned({ read: false, offReason: '' }))).toMatchObject({
      code: 'CACHE_OFF_NO_REASON',
      ruleId: 'R-196',
    });
    expect(refused(() => assertCacheReasoned({ read: true, offReason: '' }))).toBeNull();
  });

  it('R-197: a parallel run without a scheduler is refused', () => {
    expect(refused(() => assertSchedulerPinned({ kind: 'combee' }))).toMatchObject({
      code: 'UNPINNED_SCHEDULER',
      ruleId: 'R-197',
    });
    expect(refused(() => assertSchedulerPinned({ kind: 'serialBaseline' }))).toBeNull();
  });
});

describe('the escalations', () => {
  const good = { evidence: 'heldOut', heldOutExamples: 300, hasCanary: true } as const;

  it('E1: skipping the diagnosis is answered word for word', () => {
    expect(SERIAL_DIAGNOSED.sentence).toContain(ESCALATIONS.E1);
  });

  it('R-181, E3: a train score promotes nothing, even beside a canary', () => {
    expect(refused(() => assertPromotionEvidence(good))).toBeNull();
    expect(refused(() => assertPromotionEvidence({ ...good, evidence: 'train' }))).toMatchObject({
      code: 'PROMOTED_ON_TRAIN',
      ruleId: 'R-181',
      message: ESCALATIONS.E3,
    });
  });

  it('R-195: nor do the examples that the search chose by, or a held-out that finds nothing', () => {
    for (const change of [{ evidence: 'selection' as const }, { heldOutExamples: 12 }]) {
      expect(refused(() => assertPromotionEvidence({ ...good, ...change }))).toMatchObject({
        ruleId: 'R-195',
      });
    }
  });

  it('R-130, E5: nothing is promoted without a canary', () => {
    expect(refused(() => assertPromotionEvidence({ ...good, hasCanary: false }))).toMatchObject({
      code: 'SHADOW_REQUIRED',
      ruleId: 'R-130',
      message: ESCALATIONS.E5,
    });
  });

  it('R-182, E6: after a result the split stays, before it may change', () => {
    const move = { from: 'spl_1', to: 'spl_2', runs: 1 };
    expect(refused(() => assertSplitStays(move))).toMatchObject({
      code: 'EVAL_RETUNED',
      ruleId: 'R-182',
      message: ESCALATIONS.E6,
    });
    expect(refused(() => assertSplitStays({ ...move, runs: 0 }))).toBeNull();
    expect(refused(() => assertSplitStays({ ...move, to: 'spl_1' }))).toBeNull();
    expect(SPLIT_STAYS.sentence).toContain(ESCALATIONS.E6);
  });
});
