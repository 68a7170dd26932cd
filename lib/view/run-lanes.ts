import type { RunLanesView } from '@/lib/contracts/lanes';
import { plural } from './numbers';

/** The lanes of a run in words. Whether they may be raised is a rule of the server's. */
export const CONDITION_WORDS: Readonly<Record<RunLanesView['conditions'][number]['name'], string>> = {
  batchesFill: 'Batches fill the lanes',
  diversityHolds: 'Edits are different',
  heldOutImproves: 'Held-out improves',
};

/** A run without a diversity rule, or before its first look for copies, has not shown that edits are alike. */
export function conditionAnswer(
  { collapsed }: Pick<RunLanesView, 'collapsed'>,
  { name, holds }: Pick<RunLanesView['conditions'][number], 'name' | 'holds'>,
): string {
  if (holds) return 'yes';
  return name === 'diversityHolds' && collapsed === null ? 'not measured' : 'no';
}

export function describeLanes({ lanes, waiting, lanesMax }: RunLanesView, isLive: boolean): string {
  const calls = plural(lanes, 'call');
  if (!isLive) return `When the run ended, ${calls} could be in flight at once.`;
  const next = waiting === null ? '' : `; ${waiting} from the next iteration on`;
  const self =
    lanesMax === null
      ? 'Only a person changes that.'
      : `They are raised by themselves up to ${lanesMax} while batches fill, edits are different and the selection score does not fall.`;
  return `${calls} may be in flight at once${next}. ${self}`;
}
