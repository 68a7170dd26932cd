import { describe, expect, it } from 'vitest';
import { TRUTH_ORDER } from '@/lib/domain/truth';
import { nextStep } from './next-step';

const RUN = { id: 'run_1', experimentId: 'exp_1', kind: 'combee', status: 'finished' } as const;

const SEALED = { hasSealedExamples: true, serialRunId: 'run_0' };
const OPENED = { ...SEALED, hasSealedExamples: false };

describe('the next step after a run', () => {
  it('confirms a gain on sealed examples before it promotes the prompt', () => {
    expect(nextStep(RUN, 'gain', SEALED).label).toBe('Confirm the gain');
    expect(nextStep(RUN, 'gain', OPENED).label).toBe('Promote the prompt');
  });

  it('promotes a prompt of no other finding', () => {
    const promoting = TRUTH_ORDER.filter((kind) => /Promote|Confirm/.test(nextStep(RUN, kind, SEALED).label));
    expect(promoting).toEqual(['gain']);
  });

  it('compares with the serial run where that is the open question, and only where there is one', () => {
    expect(nextStep(RUN, 'serialUndecided', SEALED).href).toBe('/compare?runs=run_0,run_1');
    expect(nextStep(RUN, 'serialUndecided', { ...SEALED, serialRunId: null }).href).toBe('/runs/run_1');
  });

  it('leads from a gain of the serial run to a parallel one', () => {
    expect(nextStep({ ...RUN, kind: 'serialBaseline' }, 'gain', SEALED)).toEqual({
      ...{ label: 'Start a parallel run', href: '/experiments/exp_1' },
    });
  });

  it('reads the cause of a run that did not finish, whatever was measured before', () => {
    for (const status of ['failed', 'stopped'] as const)
      expect(nextStep({ ...RUN, status }, 'gain', SEALED)).toEqual({
        ...{ label: 'Read the cause', href: '/runs/run_1' },
      });
  });
});
