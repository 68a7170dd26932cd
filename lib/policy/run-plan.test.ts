import { describe, expect, it } from 'vitest';
import type { PlanRun } from '@/lib/domain/run-plan';
import type { DiagnosisFinding, DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import { nextMove, type PlanFacts } from './run-plan';

const run = (kind: PlanRun['kind'], status: PlanRun['status']): PlanRun => ({
  id: `run_${kind}`,
  kind,
  status,
  statusReason: null,
});

const found = (verdict: DiagnosisVerdict, finding: DiagnosisFinding) => ({
  verdict,
  finding,
  reason: 'It was measured.',
  alternatives: ['Add serial rollouts.'],
});

const FRESH: PlanFacts = {
  ...{ runs: [], diagnosis: null, isDiagnosed: false },
  ...{ serialRuns: 1, parallelRuns: 1, explores: false },
};
const serial = run('serialBaseline', 'finished');

describe('a run plan', () => {
  it('starts with a serial baseline where nothing is known, and waits for its end and its diagnosis', () => {
    expect(nextMove(FRESH)).toEqual({ kind: 'start', run: 'serialBaseline', passes: 1 });
    expect(nextMove({ ...FRESH, runs: [run('serialBaseline', 'running')] })).toEqual({ kind: 'wait' });
    expect(nextMove({ ...FRESH, runs: [serial] })).toEqual({ kind: 'wait' });
  });

  it('starts the Combee run after a go, also one from before the plan, and finishes with it', () => {
    const go = found('go', 'plateauAbove');
    expect(nextMove({ ...FRESH, diagnosis: go })).toEqual({ kind: 'start', run: 'combee' });
    const both = [serial, run('combee', 'running')];
    expect(nextMove({ ...FRESH, runs: [serial], diagnosis: go })).toEqual({ kind: 'start', run: 'combee' });
    expect(nextMove({ ...FRESH, runs: both, diagnosis: go })).toEqual({ kind: 'wait' });
    expect(nextMove({ ...FRESH, runs: [serial, run('combee', 'finished')], diagnosis: go })).toEqual({
      kind: 'finish',
    });
  });

  it('stops at an undecided diagnosis with two ways on, and explores only when a person chooses to', () => {
    const facts = {
      ...FRESH,
      runs: [serial],
      isDiagnosed: true,
      diagnosis: found('undecided', 'cannotBeTold'),
    };
    expect(nextMove(facts)).toMatchObject({
      kind: 'stop',
      stop: { code: 'undecided', ruleId: 'R-011', ways: ['moreSerial', 'explore'] },
    });
    expect(nextMove({ ...facts, explores: true })).toEqual({ kind: 'start', run: 'exploratory' });
    expect(nextMove({ ...facts, serialRuns: 2 })).toEqual({
      kind: 'start',
      run: 'serialBaseline',
      passes: 2,
    });
    const again = { ...facts, runs: [serial, serial], serialRuns: 2 };
    expect(nextMove({ ...again, isDiagnosed: false }), 'the older diagnosis is not the answer').toEqual({
      kind: 'wait',
    });
  });

  it('never explores after a no-go, and offers no more examples where the plateau is too low', () => {
    const rising = {
      ...{ ...FRESH, runs: [serial], isDiagnosed: true, explores: true },
      diagnosis: found('noGo', 'stillRising'),
    };
    expect(nextMove(rising)).toMatchObject({ stop: { code: 'noGo', ruleId: 'R-061', ways: ['moreSerial'] } });
    const low = { ...rising, diagnosis: found('noGo', 'plateauNotAbove') };
    expect(nextMove(low)).toMatchObject({ stop: { code: 'noGo', ruleId: 'R-062', ways: [] } });
  });

  it('does not repeat a serial baseline whose diagnosis, from before the plan, is no go', () => {
    expect(nextMove({ ...FRESH, diagnosis: found('noGo', 'stillRising') })).toMatchObject({ kind: 'stop' });
    expect(nextMove({ ...FRESH, diagnosis: found('noGo', 'stillRising'), serialRuns: 2 })).toMatchObject({
      kind: 'start',
      run: 'serialBaseline',
    });
  });

  it('stops where a run has failed or was stopped, and starts it again when asked', () => {
    const failed = { ...FRESH, runs: [run('serialBaseline', 'failed')] };
    expect(nextMove(failed)).toMatchObject({ stop: { code: 'runFailed', step: 'serial', ways: ['again'] } });
    expect(nextMove({ ...failed, serialRuns: 2 })).toEqual({
      kind: 'start',
      run: 'serialBaseline',
      passes: 1,
    });
    const cut = {
      ...FRESH,
      runs: [serial, run('combee', 'stopped')],
      diagnosis: found('go', 'plateauAbove'),
    };
    expect(nextMove(cut)).toMatchObject({ stop: { code: 'runStopped', step: 'parallel', ways: ['again'] } });
    expect(nextMove({ ...cut, parallelRuns: 2 })).toEqual({ kind: 'start', run: 'combee' });
  });
});
