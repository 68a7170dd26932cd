import type { InsightSteeringView, SteeredLineView } from '@/lib/contracts/insight-steering';

/** Words about lines that people pin, edit and ban. */
export const STEERED_WORDS: Readonly<Record<SteeredLineView['state'], string>> = {
  pinned: 'Pinned',
  edited: 'Edited',
  banned: 'Banned',
};

/** When a command takes effect, or since which iteration it has. */
export function effectWords(
  { by, takenIteration }: Pick<SteeredLineView, 'by' | 'takenIteration'>,
  effect: InsightSteeringView['effect'],
): string {
  if (by === null) return 'in the run that this one branched from';
  if (takenIteration !== null) return `since iteration ${takenIteration + 1}`;
  return effect === 'nextIteration' ? 'from the next iteration' : 'in runs branched from this one';
}

/** Said once a command is kept. */
export const keptSentence = (effect: InsightSteeringView['effect']): string =>
  effect === 'nextIteration'
    ? 'Saved. The next iteration begins with it.'
    : 'Saved. This run has ended, so runs branched from it begin with it.';
