import { listSimilarity, nearest, type UnitVector } from './similarity';

/**
 * Comparison of an iteration's edits with each other and with the candidate's texts: which of them are near-copies, how
 * alike the groups' updates are, and whether the iteration learned or only batched (R-020, R-104). Works on vectors
 * alone and knows neither texts nor the embedder; similarity is taken between edits, never between whole prompts
 * (rulings E6). Cost: pairs of edits, and edits times what is there.
 */
export interface JudgeEditsInput {
  /** Vectors of the texts that the candidate holds already. */
  readonly present: readonly UnitVector[];
  /** Edits of the final update, in order. */
  readonly final: readonly UnitVector[];
  readonly groups: readonly GroupEdits[];
  /** tau: more than it is a near-copy, exactly at it is not. */
  readonly similarityMax: number;
}

export interface GroupEdits {
  readonly vectors: readonly UnitVector[];
  /** The reflection that each edit came from, where that could be told. */
  readonly origins: readonly (number | null)[];
  /** Reflections that this group read. */
  readonly members: ReadonlySet<number>;
}

export interface JudgedEdits {
  /** Positions in the final update that are near-copies and go. */
  readonly rejected: readonly number[];
  readonly uniqueEditRatio: number | null;
  readonly meanSimilarity: number | null;
  /** Upper triangle row by row, over the first 24 groups at most. */
  readonly similarities: readonly number[];
  /** Share of the group updates that are near-copies of another or of what is there; null without any update. */
  readonly collapsedShare: number | null;
}

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

/** An edit is held against what is there and against those before it that stay: the first of a set of twins is kept. */
function nearCopies(
  edits: readonly UnitVector[],
  present: readonly UnitVector[],
  similarityMax: number,
): readonly number[] {
  const stands = [...present];
  const rejected: number[] = [];
  for (const [index, vector] of edits.entries()) {
    if (nearest(vector, stands) > similarityMax) rejected.push(index);
    else stands.push(vector);
  }
  return rejected;
}

/**
 * Groups collapse when they write the same although they read different things. Copies of one reflection are dealt to
 * two groups on purpose (Combee 3.2), so between two groups only edits count that came from a reflection of one of
 * them alone. Beside that, an update whose every edit is there already taught nothing either.
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
