import { describe, expect, it } from 'vitest';
import type { PlanPresetView } from '@/lib/contracts/canary-power';
import { planDraftOf } from './plan-draft';
import { fieldsOfPreset, planSummary, presetLines, presetOfDraft, withSuggested } from './preset-words';

const STANDARD: PlanPresetView = {
  ...{ name: 'standard', margin: 0.02, share: 0.5, windowHours: 168, pairs: 3251 },
  ...{ days: 7, difference: 0.01999, decides: true },
};
const FAST: PlanPresetView = { ...STANDARD, name: 'fast', margin: 0.05, pairs: 521, share: 1 };
const EMPTY = planDraftOf({ failureLevel: 'low' });

describe('the presets of a canary in the form', () => {
  it('fill what is empty and leave what was typed', () => {
    const filled = withSuggested({ ...EMPTY, share: '80' }, STANDARD);
    expect(filled).toMatchObject({ margin: '2', share: '80', windowDays: '7', pairsPlanned: '3251' });
    expect(withSuggested(EMPTY, undefined)).toEqual(EMPTY);
  });

  it('are found again in the fields, and not once one of these was changed', () => {
    const draft = { ...EMPTY, ...fieldsOfPreset(FAST) };
    expect(presetOfDraft(draft, [STANDARD, FAST])).toBe('fast');
    expect(presetOfDraft({ ...draft, margin: '4.5' }, [STANDARD, FAST])).toBeNull();
    expect(presetOfDraft(EMPTY, [STANDARD, FAST])).toBeNull();
  });

  it('say what they tell and how long that takes, or that the traffic is too small', () => {
    expect(presetLines(STANDARD).decides).toContain('2 points');
    expect(presetLines(STANDARD).takes).toContain('7 days');
    expect(presetLines({ ...STANDARD, days: 400, decides: false }).takes).toContain('too few requests');
    expect(presetLines({ ...STANDARD, days: null, decides: null }).takes).not.toContain('day');
  });

  it('leave one line about the rest of the plan', () => {
    expect(planSummary(EMPTY, '1')).toBe('low failure cost · shadow · 1 approval · no guardrails');
    expect(planSummary({ ...EMPTY, failureLevel: 'high' }, '2')).toContain('2 approvals');
  });
});
