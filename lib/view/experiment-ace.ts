import { aceSettings, type MethodSettingsInput } from '@/lib/contracts/method-settings';
import type { AceSettings } from '@/lib/domain/method-settings';
import { numberOr, numberOrNull } from './draft-numbers';
import type { MethodDraft } from './experiment-method';

/** The settings of ACE while they are filled in. */
export interface AceDraft {
  readonly maxRounds: string;
  readonly aceEdits: 'add' | 'all';
  readonly aceMode: 'offline' | 'online';
  readonly aceTagCounting: 'sum' | 'last';
  readonly aceTokenBudget: string;
  /** Empty = near-duplicates are left alone. */
  readonly aceDedupe: string;
}

const USUAL = aceSettings.parse({ name: 'ace' });

export const EMPTY_ACE: AceDraft = {
  maxRounds: String(USUAL.maxRounds),
  aceEdits: 'add',
  aceMode: 'offline',
  aceTagCounting: USUAL.tagCounting,
  aceTokenBudget: String(USUAL.playbookTokenBudget),
  aceDedupe: '',
};

export function aceOfDraft(draft: AceDraft & Pick<MethodDraft, 'usesGroundTruth'>): MethodSettingsInput {
  return {
    name: 'ace',
    maxRounds: numberOr(draft.maxRounds, USUAL.maxRounds),
    playbookTokenBudget: numberOr(draft.aceTokenBudget, USUAL.playbookTokenBudget),
    tagCounting: draft.aceTagCounting,
    dedupeThreshold: numberOrNull(draft.aceDedupe),
    useGroundTruth: draft.usesGroundTruth,
    // Left out where they say what is always done.
    ...(draft.aceEdits === 'all' ? { edits: draft.aceEdits } : {}),
    ...(draft.aceMode === 'online' ? { mode: draft.aceMode } : {}),
  };
}

export type AceChoices = {
  readonly [Name in Exclude<keyof AceSettings, 'name' | 'version'>]?: AceSettings[Name] | undefined;
};

/** ACE settings that differ from the defaults, in words; empty where none does. */
export function aceWords(settings: AceChoices): string {
  const { edits, mode, dedupeThreshold, useGroundTruth, tagCounting } = settings;
  const words = [
    ...(edits === 'all' ? ['all kinds of edits'] : []),
    ...(mode === 'online' ? ['online'] : []),
    ...((dedupeThreshold ?? null) === null ? [] : [`near-duplicates merged from ${dedupeThreshold}`]),
    ...(useGroundTruth === false ? ['without expected answers'] : []),
    ...(tagCounting === 'last' ? ['the last tag counts'] : []),
  ];
  return words.map((word) => `, ${word}`).join('');
}
