import type { InsightTrail } from '@/lib/contracts/provenance';
import type { Edit } from '@/lib/domain/edit';
import { readInsightId } from '@/lib/domain/insight-id';
import type { IterationState } from '@/lib/projection/run-state';
import { describeFate, PLACE_WORDS, TOLD_WORDS } from './run-survival';
import { describeEdit } from './scan-tree';

/**
 * One reflection's way through the scan of an iteration, from its insights to the lines that they became, and from a line
 * back to its reflections. Which edits are its own is only known where the models were given ids to name; where they were
 * not, the set is empty and the tree falls back on the groups that read the reflection.
 */
export interface ScanTrail {
  /** Edits that name one of its insights, as the tree shows them. */
  readonly edits: ReadonlySet<string>;
  readonly ends: readonly ScanEnd[];
  /** The rollout that it reflects on, by its number in the ledger; null where that is not recorded. */
  readonly traceSeq: number | null;
}

/** Fate of one insight. */
export interface ScanEnd {
  readonly key: string;
  readonly insight: string;
  readonly isInPrompt: boolean;
  readonly place: string;
  readonly how: string;
  /** The line that it became, where the prompt says it. */
  readonly line: string | null;
}

export function scanTrail(
  { groups, combined }: Pick<IterationState, 'groups' | 'combined'>,
  trails: readonly InsightTrail[],
  ordinal: number,
): ScanTrail {
  const own = trails.filter((trail) => ordinalsOf(trail).includes(ordinal));
  const ids = new Set(own.flatMap(idsOf));
  const written = [...groups.flatMap(({ edits }) => edits), ...(combined?.edits ?? [])];
  return {
    edits: new Set(written.filter((edit) => sourcesOf(edit).some((id) => ids.has(id))).map(describeEdit)),
    ends: own.map((trail) => ({
      key: trail.id,
      insight: trail.text ?? 'The reflection cannot be read any more.',
      isInPrompt: trail.place === 'prompt',
      place: PLACE_WORDS[trail.place],
      how: howOf(trail),
      line: trail.place === 'prompt' ? trail.line : null,
    })),
    traceSeq: traceOf(own, ordinal),
  };
}

/** How an insight ended, in words; the page shows its line next to them. */
function howOf(trail: InsightTrail): string {
  if (trail.known) return 'the prompt said it before';
  const { place, line, by } = trail;
  return place === 'prompt' && line !== null && by !== null ? `(${TOLD_WORDS[by]})` : describeFate(trail);
}

/** The ids of an insight and its reflections stand in one order. */
function traceOf(own: readonly InsightTrail[], ordinal: number): number | null {
  const [trail] = own;
  const at = trail === undefined ? -1 : ordinalsOf(trail).indexOf(ordinal);
  return trail?.reflections[at]?.rolloutSeq ?? null;
}

export interface ScanLine {
  readonly line: string;
  /** Reflections whose insights it says, as the tree numbers them from 0. */
  readonly ordinals: readonly number[];
}

/** The lines that an iteration's insights became, the one with the most reflections first. */
export function linesOf(trails: readonly InsightTrail[]): readonly ScanLine[] {
  const byLine = new Map<string, Set<number>>();
  for (const trail of trails) {
    if (trail.line === null) continue;
    const ordinals = byLine.get(trail.line) ?? new Set();
    for (const ordinal of ordinalsOf(trail)) ordinals.add(ordinal);
    byLine.set(trail.line, ordinals);
  }
  return [...byLine]
    .map(([line, ordinals]) => ({ line, ordinals: [...ordinals].sort((a, b) => a - b) }))
    .sort((a, b) => b.ordinals.length - a.ordinals.length || a.line.localeCompare(b.line));
}

const idsOf = ({ id, alsoIds }: InsightTrail) => [id, ...alsoIds];

/** As the aggregator read them, which is how groups name their members. */
const ordinalsOf = (trail: InsightTrail): readonly number[] =>
  idsOf(trail).flatMap((id) => readInsightId(id)?.ordinal ?? []);

const sourcesOf = (edit: Edit): readonly string[] => (edit.type === 'remove' ? [] : (edit.from ?? []));
