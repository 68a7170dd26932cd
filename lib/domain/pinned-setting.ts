import type { ModelBinding } from './manifest';

/** What of a manifest tells one setting of scores and times from another: where its answers come from, and who scores them. */
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
