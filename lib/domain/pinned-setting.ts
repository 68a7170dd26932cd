import type { ModelBinding } from './manifest';

/** Part of a manifest that identifies a setting of scores and times: the source of answers, and their scorer. */
export type PinnedPlace = Pick<
  ModelBinding,
  'practice' | 'origin' | 'model' | 'hardware' | 'timeScale' | 'practiceSettings'
>;

export interface PinnedSetting {
  readonly taskId: string;
  readonly taskName: string;
  readonly splitHash: string;
  readonly split: string;
  readonly scoring: { readonly kind: string };
  readonly judging: unknown;
  readonly judge: string;
  readonly serving: PinnedPlace;
  readonly proposer: PinnedPlace;
}
