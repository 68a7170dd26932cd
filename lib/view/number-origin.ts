import type { RunManifest } from '@/lib/domain/manifest';
import type { SplitName } from '@/lib/domain/split';

/**
 * Where a number comes from: its split, the hardware behind it, and "practice model" where it is one. No number of
 * a run is drawn without this line.
 */
export interface NumberOrigin {
  readonly split: SplitName;
  readonly hardware: string;
  readonly practice: boolean;
}

export const PRACTICE_LABEL = 'practice model';

const SPLIT_WORDS: Readonly<Record<SplitName, string>> = {
  train: 'train',
  selection: 'selection',
  heldOut: 'held-out',
  confirmation: 'confirmation',
};

export function splitWord(split: SplitName): string {
  return SPLIT_WORDS[split];
}

export function describeOrigin(origin: NumberOrigin): string {
  const hardware = origin.hardware === 'unknown' ? 'hardware not stated' : origin.hardware;
  return [splitWord(origin.split), hardware, ...(origin.practice ? [PRACTICE_LABEL] : [])].join(' · ');
}

/** The serving model gives the answers that are scored, so its hardware is the number's. */
export function originOfManifest(manifest: RunManifest): NumberOrigin {
  const { hardware } = manifest.models.serving;
  const practice = Object.values(manifest.models).some((model) => model.practice);
  return { split: manifest.evaluation.split, hardware, practice };
}
