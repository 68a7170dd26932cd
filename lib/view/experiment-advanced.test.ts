import { describe, expect, it } from 'vitest';
import { DIVERSITY_DEFAULT } from '@/lib/contracts/diversity-settings';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import { createExperimentBody } from '@/lib/contracts/experiments';
import { diversityFaults, nextStep, WITHOUT_DIVERSITY, weightSum } from './experiment-diversity';
import { bodyOfDraft, EMPTY_DRAFT, type ExperimentDraft } from './experiment-draft';
import {
  describeCache,
  describeDispatch,
  describeDiversity,
  describeJudging,
  describeStragglers,
  describeWorkers,
} from './experiment-setting-words';
import { plannedCurveOf } from './planned-curve';

const USUAL = experimentConfig.parse({});
const parsed = (part: Partial<ExperimentDraft>, isJudged = true) =>
  createExperimentBody.parse(
    bodyOfDraft({ ...EMPTY_DRAFT, name: 'x', taskId: 'tsk_1', splitId: 'spl_1', ...part }, { isJudged }),
  );

describe('the advanced settings of an experiment', () => {
  it('begin as the API would fill them in, so that an untouched form changes nothing', () => {
    const { name, description, taskId, splitId, ...config } = parsed({});
    expect([name, description, taskId, splitId]).toEqual(['x', '', 'tsk_1', 'spl_1']);
    expect(config).toEqual(USUAL);
  });

  it('carry the longest reply of each role that has one, and leave the usual length to the API', () => {
    const { models } = parsed({
      models: { serving: 'prv_1/a', proposer: 'prv_1/b/c', evaluator: '' },
      replyTokens: { serving: '', proposer: '32000', evaluator: '9' },
    });
    expect(models.serving?.maxTokens).toBeUndefined();
    expect(models.proposer).toMatchObject({ model: 'b/c', maxTokens: 32_000 });
    expect(models.evaluator, 'a length without a model says nothing').toBeUndefined();
    const half = { models: { ...EMPTY_DRAFT.models, serving: 'prv_1/a' } };
    const typed = { ...EMPTY_DRAFT.replyTokens, serving: 'many' };
    expect(() => parsed({ ...half, replyTokens: typed })).toThrow();
  });

  it('carry the cap of the serial diagnosis where one is typed, and ask for its forecast by the same', () => {
    expect(parsed({ repetitionsMax: '8' }).evaluation.repetitionsMax).toBe(8);
    expect(() => parsed({ repetitionsMax: '0' })).toThrow();
    const typed = { ...EMPTY_DRAFT, gradSteps: '', repetitionsMax: '8', epochs: '2', everyExamples: '1.5' };
    expect(plannedCurveOf(typed)).toEqual({
      ...{ method: 'ace', epochs: 2, repetitionsMax: 8, measuredOn: 'heldOut' },
    });
  });

  it('switch a trigger off with an empty field, and keep a half-typed schedule out', () => {
    const { dispatch } = parsed({ maxWaitMs: '', varianceFloor: '', utilisationFloor: '', queueRule: 'off' });
    expect(dispatch).toMatchObject({
      queueTarget: null,
      maxWaitMs: null,
      utilisationFloor: null,
      rewardVarianceFloor: null,
    });
    const half = bodyOfDraft({ ...EMPTY_DRAFT, temperature: [{ from: '0', value: '' }] });
    expect(createExperimentBody.shape.diversity.safeParse(half.diversity).success).toBe(false);
    expect(createExperimentBody.shape.dispatch.safeParse({ ...dispatch, queueTarget: 0 }).success).toBe(
      false,
    );
  });

  it('take the shares that people type as percentages', () => {
    const { stragglers, aggregation } = parsed({
      carriesOver: true,
      plannedGroups: true,
      overlaps: true,
    });
    expect(stragglers).toEqual({
      carryOverAfterShare: 0.9,
      overlap: true,
    });
    expect(aggregation.grouping).toBe('planned');
    expect(parsed({ plannedGroups: true, aggregation: 'naive' }).aggregation.grouping).toBe('afterBarrier');
    expect(parsed({ batching: false, diverse: false })).toMatchObject({ dispatch: null, diversity: null });
  });

  it('name the judge only where a judge scores, and drop the reason for a choice taken back', () => {
    const chosen = { judge: 'proposer', forcedReason: 'No other model is allowed here.' } as const;
    expect(parsed(chosen).judging).toMatchObject({ judge: 'proposer', forcedReason: chosen.forcedReason });
    expect(parsed({ ...chosen, judge: 'separate' }).judging.forcedReason).toBeNull();
    expect(parsed(chosen, false).judging).toEqual(USUAL.judging);
    expect(parsed({ proxy: 'prv_1/org/small' }).judging.proxy).toMatchObject({
      providerId: 'prv_1',
      model: 'org/small',
    });
    expect(
      parsed({ readsCache: false, cacheOffReason: 'Noise is measured.' }).evaluationCache.offReason,
    ).toBe('Noise is measured.');
  });
});

describe('the diversity rule of a form', () => {
  it('shows the sum of the weights, and the fault that a run would be refused with, at its field', () => {
    expect([weightSum(EMPTY_DRAFT), diversityFaults(EMPTY_DRAFT).size]).toEqual(['1', 0]);
    const operatorWeights = { ...EMPTY_DRAFT.operatorWeights, insert: '0.25' };
    const heavy = { ...EMPTY_DRAFT, operatorWeights, reseedAfter: '' };
    expect(weightSum(heavy)).toBe('1.25');
    expect([...diversityFaults(heavy).keys()]).toEqual([
      'diversity.operators',
      'diversity.reseedAfterCollapsed',
    ]);
    expect(diversityFaults({ ...heavy, diverse: false }).size).toBe(0);
  });

  it('goes on with the temperature of the last step, from a later iteration', () => {
    const rising = [...EMPTY_DRAFT.temperature, nextStep(EMPTY_DRAFT.temperature)];
    expect(rising).toHaveLength(DIVERSITY_DEFAULT.temperature.length + 1);
    expect(Number(rising.at(-1)?.from)).toBeGreaterThan(Number(rising.at(-2)?.from));
    expect(nextStep([])).toEqual({ from: '0', value: '' });
  });

  it('says how many lanes a run keeps without one', () => {
    expect(WITHOUT_DIVERSITY).toContain('at most 8 lanes');
  });
});

describe('the same settings in one line', () => {
  it('names what is on, and says of the rest that it is off', () => {
    expect(describeDispatch(USUAL.dispatch)).toBe(
      'Sends when as many wait as there are lanes, or after 200 ms, or below 90 % busy, or reward variance below 0.005; 262,144 tokens a batch; pre-emption: drain',
    );
    expect(describeDispatch(null)).toMatch(/^Off/);
    expect(describeStragglers(USUAL)).toBe('Every iteration waits for all of its calls');
    expect(
      describeStragglers({
        stragglers: {
          carryOverAfterShare: 0.9,
          overlap: true,
        },
        aggregation: { grouping: 'planned' },
      }),
    ).toBe('carried over after 90 % · groups planned ahead · next map overlaps this reduce');
    expect(describeDiversity(null)).toBe('Off');
    expect(describeDiversity(USUAL.diversity)).toContain('similarity ≤ 0.92');
    expect(describeDiversity({})).toContain('no temperature schedule');
    expect(describeJudging(USUAL.judging)).toBe(
      'Separate evaluator · calibrated on 5 %, at least 30 pairs · Spearman ≥ 0.7',
    );
    expect(describeJudging({ ...USUAL.judging, costCeilingUsd: 0.5 })).toContain('then no proxy');
    expect(describeCache({ read: false, offReason: '' })).toBe('Off: no reason given');
    expect(describeWorkers({ spreadRollouts: true, lanesMax: 256 })).toBe(
      'Rollouts spread over all workers · lanes raised up to 256',
    );
  });
});
