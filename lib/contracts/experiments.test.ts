import { describe, expect, it } from 'vitest';
import { createExperimentBody, updateExperimentBody } from './experiments';

const role = { providerId: 'prv_1', model: 'practice-task' };
const minimal = {
  name: 'Formula',
  taskId: 'tsk_1',
  splitId: 'spl_1',
  models: { serving: role, proposer: role, evaluator: role },
};

describe('experiment settings', () => {
  it('take a default for everything but name, task, split and models', () => {
    expect(createExperimentBody.parse(minimal)).toMatchObject({
      description: '',
      method: { name: 'ace', maxRounds: 1, playbookTokenBudget: 80_000, dedupeThreshold: null },
      aggregation: { kind: 'combee', duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 },
      batch: { kind: 'dynamic', profileSizes: [4, 8, 16, 32], tauShare: 0.016, peakSlope: 'analyticMin' },
      evaluation: { everyExamples: null, split: 'heldOut' },
      epochs: 1,
      budget: { rollouts: null, tokens: null, usd: null, wallMs: null, gpuSeconds: null },
      stopping: { patience: null, targetScore: null },
      models: { serving: { ...role, temperature: 0 } },
      seedCandidateText: '',
    });
  });

  it('have no field for patience on training scores, nor any other that is not known', () => {
    expect(createExperimentBody.safeParse({ ...minimal, stopping: { trainPatience: 3 } }).success).toBe(
      false,
    );
    expect(createExperimentBody.safeParse({ ...minimal, speed: 11 }).success).toBe(false);
  });

  it('refuse profile sizes that do not rise', () => {
    const batch = { kind: 'dynamic', profileSizes: [8, 8, 16] };
    expect(createExperimentBody.safeParse({ ...minimal, batch }).success).toBe(false);
  });

  it('stay as they are where a change leaves them out', () => {
    expect(updateExperimentBody.parse({ lanes: 8 })).toEqual({ lanes: 8 });
  });
});
