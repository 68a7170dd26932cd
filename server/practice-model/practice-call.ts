import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import type { PracticeSettings } from '@/lib/domain/practice-settings';
import type { AnswerKeys } from './answer-keys';

/** Facts about a call that every role gets, in addition to the text that it was sent. */
export interface PracticeCall {
  readonly seed: number;
  readonly settings: PracticeSettings;
  readonly keys: AnswerKeys;
}

/**
 * m of a call at level 2. Its inputs are few (one update a group) and hold many insights, and no published figure says
 * which of them wears an aggregator out. The reading decides what two levels keep, so it is a setting (ruling A6).
 */
export function countAtLevelTwo(inputs: readonly (readonly string[])[], reading: LevelTwoReading): number {
  if (reading === 'updates') return inputs.length;
  const items = inputs.flat();
  return reading === 'items' ? items.length : new Set(items).size;
}
