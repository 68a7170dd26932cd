import type { MethodSettings } from '@/lib/domain/manifest';

/** What can be set of ACE: the `method` part of a manifest. */
export type AceSettings = MethodSettings;

/**
 * One round, so that a rollout costs one generate and one reflect call; the published code allows three. The token
 * budget is the published one. Tags of a batch are summed, since "the last tag wins" undercounts as batches grow.
 */
export const ACE_DEFAULT_SETTINGS: AceSettings = {
  name: 'ace',
  version: '1',
  maxRounds: 1,
  playbookTokenBudget: 80_000,
  tagCounting: 'sum',
  dedupeThreshold: null,
  useGroundTruth: true,
};
