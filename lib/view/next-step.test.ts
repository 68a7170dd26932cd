import { describe, expect, it } from 'vitest';
import { TRUTH_ORDER } from '@/lib/domain/truth';
import { nextStep } from './next-step';

const RUN = { id: 'run_1', experimentId: 'exp_1', kind: 'combee', status: 'finished' } as const;

describe('the next step after a run', () => {
  it('confirms a gain on sealed examples before it promotes the prompt', () => {
    expect(nextStep(RUN, 'gain', true).label).toBe('Confirm the gain');
    expect(nextStep(RUN, 'gain', false).label).toBe('Promote the prompt');
  });

  it('promotes a prompt of no other finding', () => {
    const promoting = TRUTH_ORDER.filter((kind) => /Promote|Confirm/.test(nextStep(RUN, kind, true).label));
    expect(promoting).toEqual(['gain']);
  });

  it('leads from a gain of the serial run to a parallel one', () => {
    expect(nextStep({ ...RUN, kind: 'serialBaseline' }, 'gain', true)).toEqual({
      ...{ label: 'Start a parallel run', href: '/experiments/exp_1' },
    });
  });

  it('reads the cause of a run that did not finish, whatever was measured before', () => {
    for (const status of ['failed', 'stopped'] as const)
      expect(nextStep({ ...RUN, status }, 'gain', true)).toEqual({
        ...{ label: 'Read the cause', href: '/runs/run_1' },
      });
  });
});
