import { describe, expect, it } from 'vitest';
import type { RunPlanView } from '@/lib/contracts/run-plans';
import { planStepLines, whereWords } from './run-plan-words';

const PLAN: RunPlanView = {
  ...{ id: 'pln_1', experimentId: 'exp_1', experimentName: 'Sums', status: 'running', step: 'diagnosis' },
  runs: [{ id: 'run_1', kind: 'serialBaseline', status: 'finished', label: 'Serial baseline, seed 1' }],
  ...{ diagnosis: null, stop: null, createdBy: 'Ada', createdAt: '2026-11-24T06:00:00.000Z', endedAt: null },
  progress: {
    ...{ runs: 1, ended: 1, paused: 0, lost: 0, rollouts: 40, evaluationRollouts: 440 },
    ...{ spendUsd: 0, tookMs: 1000, timeLeftMs: null },
  },
};

describe('a run plan in words', () => {
  it('says where it is, of how many steps', () => {
    expect(whereWords(PLAN)).toBe('Step 2 of 3: Diagnosis');
    expect(planStepLines(PLAN).map(({ state, href }) => [state, href])).toEqual([
      ['done', '/runs/run_1'],
      ['now', null],
      ['next', null],
    ]);
  });

  it('names an exploratory run as one, and leads to it', () => {
    const runs = [
      ...PLAN.runs,
      { id: 'run_2', kind: 'exploratory', status: 'running', label: 'Exploratory' } as const,
    ];
    const plan: RunPlanView = { ...PLAN, step: 'parallel', runs };
    expect(whereWords(plan)).toBe('Step 3 of 3: Exploratory Combee');
    expect(planStepLines(plan).at(-1)).toMatchObject({ state: 'now', href: '/runs/run_2' });
  });

  it('shows the step that stopped a plan, and every step of a finished one as done', () => {
    expect(planStepLines({ ...PLAN, status: 'stopped' })[1]?.state).toBe('stopped');
    const states = planStepLines({ ...PLAN, step: 'parallel', status: 'finished' }).map(({ state }) => state);
    expect(states).toEqual(['done', 'done', 'done']);
  });
});
