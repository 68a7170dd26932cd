import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
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
  return `${splitWord(origin.split)} · ${describeHardware(origin)}`;
}

/** Hardware, and "practice model" where its own name does not say so already. */
export function describeHardware({
  hardware,
  practice,
}: Pick<NumberOrigin, 'hardware' | 'practice'>): string {
  const stated = hardware === 'unknown' || hardware === '' ? 'hardware not stated' : hardware;
  return practice && !stated.includes(PRACTICE_LABEL) ? `${stated} · ${PRACTICE_LABEL}` : stated;
}

/** The serving model gives the answers that are scored, so its hardware is the number's. */
export function originOfManifest(manifest: RunManifest): NumberOrigin {
  const { hardware } = manifest.models.serving;
  const practice = bindingsOf(manifest).some((model) => model.practice);
  return { split: manifest.evaluation.split, hardware, practice };
}
