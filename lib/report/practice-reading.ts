/**
 * What level 2 of the practice model counted in a run: a practice figure is never said without the reading that it rests
 * on (ruling A6), so that it passes for no learning figure of a real model. Null for real models, and for arms without an
 * aggregator call at level 2.
 */

import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import { hasLevelTwo, type ModelBinding, type RunManifest } from '@/lib/domain/manifest';
import { PRACTICE_SETTINGS_DEFAULT } from '@/lib/domain/practice-settings';

type Practised = Pick<RunManifest, 'aggregation'> & {
  readonly models: { readonly proposer: Pick<ModelBinding, 'practice' | 'practiceSettings'> };
};

export function practiceReading(manifest: Practised): LevelTwoReading | null {
  return hasLevelTwo(manifest) ? readingOfModel(manifest.models.proposer) : null;
}

/** Reading of level 2 for the arms of a sweep that have one; null without practice. */
export function readingOfModel({
  practice,
  practiceSettings,
}: Practised['models']['proposer']): LevelTwoReading | null {
  return practice ? (practiceSettings ?? PRACTICE_SETTINGS_DEFAULT).levelTwoCounts : null;
}
