import { describe, expect, it } from 'vitest';
import { aceSettings } from '@/lib/contracts/method-settings';
import { aceOfDraft, aceWords, EMPTY_ACE } from './experiment-ace';

describe('the settings of ACE in the form', () => {
  it('begin as the API would fill them in', () => {
    const chosen = aceSettings.parse(aceOfDraft({ ...EMPTY_ACE, usesGroundTruth: true }));
    expect(chosen).toEqual(aceSettings.parse({ name: 'ace' }));
    expect(aceWords(chosen)).toBe('');
  });

  it('reach the API, and are said in words', () => {
    const draft = {
      ...EMPTY_ACE,
      aceEdits: 'all',
      aceMode: 'online',
      aceTagCounting: 'last',
      aceDedupe: '0.9',
      aceTokenBudget: '4000',
      maxRounds: '5',
      usesGroundTruth: false,
    } as const;
    const chosen = aceSettings.parse(aceOfDraft(draft));
    expect(chosen).toEqual({
      ...{ name: 'ace', edits: 'all', mode: 'online', tagCounting: 'last' },
      ...{ dedupeThreshold: 0.9, playbookTokenBudget: 4000, maxRounds: 5, useGroundTruth: false },
    });
    expect(aceWords(chosen)).toBe(
      ', all kinds of edits, online, near-duplicates merged from 0.9, without expected answers, the last tag counts',
    );
  });
});
