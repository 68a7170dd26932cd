import { describe, expect, it } from 'vitest';
import { hasConfirmation } from './run-confirmation';

describe('the confirmation of a run', () => {
  it('is offered for what learned and ended, and never for an exploratory run', () => {
    const kinds = ['combee', 'serialBaseline', 'comparisonPoint', 'exploratory', 'evaluation'] as const;
    expect(kinds.filter((kind) => hasConfirmation(kind, 'finished'))).toEqual([
      'combee',
      'serialBaseline',
      'comparisonPoint',
    ]);
    expect(hasConfirmation('combee', 'running')).toBe(false);
  });
});
