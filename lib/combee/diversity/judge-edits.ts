import { listSimilarity, nearest, type UnitVector } from './similarity';

/**
 * Compares an iteration's edits with each other and with the candidate's texts: which are near-copies, how
 * similar the groups' updates are, and whether the iteration learned or only batched (R-020, R-104). Works on
 * vectors alone, without texts or the embedder; similarity is measured between edits, never between whole
 * prompts (rulings E6). Cost: pairs of edits, and edits times existing texts.
 */
export interface JudgeEditsInput {
  /** Vectors of the texts that the candidate already holds. */
  readonly present: readonly UnitVector[];
  /** Edits of the final update, in order. */
  readonly final: readonly UnitVector[];
  readonly groups: readonly GroupEdits[];
  /** tau: above it is a near-copy, exactly at it is not. */
  readonly similarityMax: number;
}

export interface GroupEdits {
  readonly vectors: readonly UnitVector[];
  /** The reflection that each edit came from, if known. */
  readonly origins: readonly (number | null)[];
  /** Reflections that this group read. */
  readonly members: ReadonlySet<number>;
}

export type JudgedEdits = {
  /** Positions of near-copies in the final update, to be removed. */
  readonly rejected: readonly number[];
  readonly uniqueEditRatio: number | null;
  readonly meanSimilarity: number | null;
  /** Upper triangle row by row, over the first 24 groups at most. */
  readonly similarities: readonly number[];
  /**
   * Share of the group updates that are near-copies of another update or of existing texts; null without any
   * update.
   */
  readonly collapsedShare: number | null;
};

const GROUPS_SHOWN_MAX = 24;

export function judgeEdits(input: JudgeEditsInput): JudgedEdits {
  const { groups, similarityMax } = input;
  const shown = groups.slice(0, GROUPS_SHOWN_MAX);
  const similarities = shown.flatMap((a, index) =>
    shown.slice(index + 1).map((b) => listSimilarity(a.vectors, b.vectors) ?? 0),
  );
  const edits = groups.flatMap(({ vectors }) => vectors);
  return {
    rejected: nearCopies(input.final, input.present, similarityMax),
    uniqueEditRatio: ratio(edits.length - nearCopies(edits, [], similarityMax).length, edits.length),
    meanSimilarity: ratio(
      similarities.reduce((sum, value) => sum + value, 0),
      similarities.length,
    ),
    similarities: similarities.map(rounded),
    collapsedShare: collapsedShare(input),
  };
}

/**
 * Compares an edit with existing texts and with earlier edits that were kept: the first of two copies is
 * kept.
 */
function nearCopies(
  edits: readonly UnitVector[],
  present: readonly UnitVector[],
  similarityMax: number,
): readonly number[] {
  const kept = [...present];
  const rejected: number[] = [];
  for (const [index, vector] of edits.entries()) {
    if (nearest(vector, kept) > similarityMax) rejected.push(index);
    else kept.push(vector);
  }
  return rejected;
}

/**
 * Groups collapse if they write the same although they read different reflections. Copies of one reflection
 * are dealt to two groups on purpose (Combee 3.2), so between two groups only edits count whose reflection
 * belongs to one of them alone. In addition, an update of which every edit already exists taught nothing.
 */
function collapsedShare({ groups, present, similarityMax }: JudgeEditsInput): number | null {
  const active = groups.filter(({ vectors }) => vectors.length > 0);
  const collapsed = active.filter((group) => {
    const toPresent =
      group.vectors.reduce((sum, vector) => sum + nearest(vector, present), 0) / group.vectors.length;
    if (toPresent > similarityMax) return true;
    return active.some((other) => {
      if (other === group) return false;
      const alike = listSimilarity(ownEdits(group, other), ownEdits(other, group));
      return alike !== null && alike > similarityMax;
    });
  });
  return ratio(collapsed.length, active.length);
}

function ownEdits(group: GroupEdits, other: GroupEdits): readonly UnitVector[] {
  return group.vectors.filter((_, index) => {
    const origin = group.origins[index] ?? null;
    return origin === null || !other.members.has(origin);
  });
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole));
/** Four digits are more than a page shows, and keep the ledger small. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
