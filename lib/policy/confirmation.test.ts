import { describe, expect, it } from 'vitest';
import { assertMayConfirm, type ConfirmationRequest, confirmationSpent } from './confirmation';

const request: ConfirmationRequest = {
  kind: 'combee',
  status: 'finished',
  examples: 150,
  bestHash: 'b',
  originalHash: 'a',
  judgeFailed: false,
};

function codeOf(change: Partial<ConfirmationRequest>): string | null {
  try {
    assertMayConfirm({ ...request, ...change });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('rulings E3: opening the confirmation examples', () => {
  it('is for the best prompt of a run that has ended', () => {
    expect(codeOf({})).toBeNull();
    expect(codeOf({ status: 'stopped' })).toBeNull();
    for (const status of ['queued', 'running', 'paused', 'failed'] as const) {
      expect(codeOf({ status })).toBe('STATE_CONFLICT');
    }
    expect(codeOf({ kind: 'evaluation' })).toBe('STATE_CONFLICT');
  });

  it('needs examples, and a prompt that is not the one the run started from', () => {
    expect(codeOf({ examples: 0 })).toBe('SPLIT_NOT_REGISTERED');
    expect(codeOf({ bestHash: 'a' })).toBe('STATE_CONFLICT');
    expect(codeOf({ bestHash: null })).toBe('STATE_CONFLICT');
  });

  it('is not wasted on the choice of a judge that failed its calibration', () => {
    expect(codeOf({ judgeFailed: true })).toBe('NO_HONEST_EVALUATOR');
  });

  it('happens once, and the second is told who, when and for which prompt', () => {
    const spent = confirmationSpent({
      runId: 'run_1',
      candidateHash: 'c'.repeat(64),
      openedBy: 'Ada',
      openedAt: '21 Nov 2026, 12:00 UTC',
    });
    expect(spent).toMatchObject({ code: 'CONFIRMATION_SPENT', kind: 'conflict' });
    expect(spent.message).toContain('Ada opened');
    expect(spent.message).toContain('21 Nov 2026, 12:00 UTC for prompt cccccccccccc of run run_1');
  });
});
