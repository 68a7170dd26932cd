import { describe, expect, it } from 'vitest';
import type { RunPlanForecastView, RunPlanView } from '@/lib/contracts/run-plans';
import { plannedWords, planStepLines, whereWords } from './run-plan-words';

const PLAN: RunPlanView = {
  ...{ id: 'pln_1', experimentId: 'exp_1', experimentName: 'Sums', status: 'running', step: 'diagnosis' },
  runs: [{ id: 'run_1', kind: 'serialBaseline', status: 'finished', label: 'Serial baseline, seed 1' }],
  ...{
    diagnosis: null,
    explores: false,
    stop: null,
    createdBy: 'Ada',
    createdAt: '2026-11-24T06:00:00.000Z',
    endedAt: null,
  },
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

  it('names it before it has started, where an undecided diagnosis leads to it', () => {
    const diagnosis = { verdict: 'undecided' } as RunPlanView['diagnosis'];
    const named = (explores: boolean) => planStepLines({ ...PLAN, diagnosis, explores }).at(-1)?.name;
    expect([named(false), named(true)]).toEqual(['Combee', 'Exploratory Combee']);
  });

  it('shows the step that stopped a plan, and every step of a finished one as done', () => {
    expect(planStepLines({ ...PLAN, status: 'stopped' })[1]?.state).toBe('stopped');
    const states = planStepLines({ ...PLAN, step: 'parallel', status: 'finished' }).map(({ state }) => state);
    expect(states).toEqual(['done', 'done', 'done']);
  });
});

const step = (name: 'serial' | 'diagnosis' | 'parallel', rollouts: number) => ({
  ...{ step: name, kind: null, isDone: false, rollouts, evaluationRollouts: 0, usd: 0, totalMs: 1000 },
});
const TOO_FEW = { sentence: 'Too few.', ruleId: 'R-195', isCertain: true, isPassedExploring: true };
const NO_GO = { sentence: 'A no-go.', ruleId: 'R-011', isCertain: false, isPassedExploring: false };
const FORECAST = {
  steps: [step('serial', 40), step('diagnosis', 10), step('parallel', 30)],
  ...{ isPriced: false, practice: false, diagnosis: null, stops: [TOO_FEW, NO_GO] },
} as unknown as RunPlanForecastView;

describe('a run plan before it starts', () => {
  it('names the exploratory run where nothing else can follow, and leaves out what then stops nothing', () => {
    const { lines, stops, inAll } = plannedWords(FORECAST, true);
    expect(lines.map(({ name }) => name)).toEqual(['Serial baseline', 'Diagnosis', 'Exploratory Combee']);
    expect(stops).toEqual([NO_GO]);
    expect(inAll.rollouts).toBe('80 training');
  });

  it('keeps the name of the run that a go would start, where one may come', () => {
    const { lines } = plannedWords({ ...FORECAST, stops: [NO_GO] }, true);
    expect(lines.at(-1)?.name).toBe('Combee');
  });

  it('begins with the exploratory run after an undecided diagnosis, and adds up that alone', () => {
    const diagnosis = { verdict: 'undecided' } as RunPlanForecastView['diagnosis'];
    const { lines, inAll } = plannedWords({ ...FORECAST, diagnosis }, true);
    expect(lines.map(({ isDone }) => isDone)).toEqual([true, true, false]);
    expect(inAll.rollouts).toBe('30 training');
    expect(plannedWords({ ...FORECAST, diagnosis }, false).lines[0]?.isDone).toBe(false);
  });

  it('stops at all that is certain without exploring', () => {
    expect(plannedWords(FORECAST, false).stops).toEqual([TOO_FEW, NO_GO]);
  });
});
