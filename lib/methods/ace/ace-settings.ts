import type { RunManifest } from '@/lib/domain/manifest';
import type { AceSettings } from '@/lib/domain/method-settings';
import { invariant } from '@/lib/errors/invariant';

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

/** The settings of a run that is ACE's. */
export function aceSettings({ method }: Pick<RunManifest, 'method'>): AceSettings {
  invariant(method.name === 'ace', 'ACE was asked to carry a run of another method.');
  return method;
}
