import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunState } from '@/lib/projection/run-state';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatCount, formatScore, plural, shortHash } from './numbers';
import { evenTicks } from './ticks';

/** Pool of a search method and the origin of its members, for the search tab. */

export type Proposal = FactData['candidate.proposed'];
export type Trial = FactData['trial.finished'];

export interface PoolRow {
  readonly hash: string;
  readonly name: string;
  readonly parents: string;
  /** 0-based; -1 = the original prompt; null if its creation is unknown. */
  readonly iteration: number | null;
  readonly mean: number;
  readonly fronts: number;
  readonly isUndominated: boolean;
  readonly isBest: boolean;
}

/** Best first, then oldest first. */
export function poolRows({
  frontier,
  candidates,
}: Pick<RunState, 'frontier' | 'candidates'>): readonly PoolRow[] {
  if (frontier === null) return [];
  const born = new Map(candidates.map(({ hash, iteration }) => [hash, iteration]));
  const rows = frontier.pool.map((one, age) => ({
    age,
    hash: one.hash,
    name: shortHash(one.hash),
    parents:
      one.parentHashes.length === 0
        ? 'none: the original prompt'
        : one.parentHashes.map(shortHash).join(' and '),
    iteration: born.get(one.hash) ?? null,
    mean: one.mean,
    fronts: one.fronts,
    isUndominated: one.undominated,
    isBest: one.hash === frontier.bestHash,
  }));
  return rows
    .sort((a, b) => Number(b.isBest) - Number(a.isBest) || b.mean - a.mean || a.age - b.age)
    .map(({ age, ...row }) => row);
}

export function poolSentence(rows: readonly PoolRow[]): string {
  const best = rows.find(({ isBest }) => isBest);
  if (best === undefined) return 'The pool appears after iteration 1.';
  const open = rows.filter(({ isUndominated }) => isUndominated).length;
  const parents =
    open === rows.length
      ? 'each a possible parent'
      : `${open} of them possible as a parent, since the others are matched or beaten everywhere`;
  return `${plural(rows.length, 'candidate')}, ${parents}; the best on selection has ${formatScore(best.mean)}.`;
}

export interface LineageChart {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  readonly dots: readonly LineageDot[];
  readonly edges: readonly { readonly key: string; readonly from: LineageDot; readonly to: LineageDot }[];
  readonly yTicks: readonly number[];
  /** Last iteration on the axis, counted from 1; the original prompt is at 0. */
  readonly xMax: number;
}

interface LineagePoint {
  readonly x: number;
  /** Per cent. */
  readonly y: number;
}

export interface LineageDot extends LineagePoint {
  readonly hash: string;
  readonly label: string;
  readonly role: 'best' | 'undominated' | 'dominated';
}

export function prepareLineage(
  rows: readonly PoolRow[],
  parentsOf: ReadonlyMap<string, readonly string[]>,
  origin: NumberOrigin,
): LineageChart {
  const dots = rows.map(
    (row): LineageDot => ({
      hash: row.hash,
      x: (row.iteration ?? -1) + 1,
      y: row.mean * 100,
      role: row.isBest ? 'best' : row.isUndominated ? 'undominated' : 'dominated',
      label: `${row.name}: ${formatScore(row.mean)} on selection, from ${row.parents}, on ${plural(row.fronts, 'front')}`,
    }),
  );
  const at = new Map(dots.map((dot) => [dot.hash, dot]));
  const edges = dots.flatMap((to) =>
    (parentsOf.get(to.hash) ?? []).flatMap((parent) => {
      const from = at.get(parent);
      return from === undefined ? [] : [{ key: `${parent}-${to.hash}`, from, to }];
    }),
  );
  const values = dots.map(({ y }) => y);
  const [lowest, highest] = [Math.min(100, ...values), Math.max(0, ...values)];
  return {
    question: 'Descent of candidates',
    origin: `mean on selection, never held-out · ${describeHardware(origin)}`,
    summary: poolSentence(rows),
    dots,
    edges,
    yTicks: dots.length === 0 ? [] : evenTicks(Math.max(0, lowest - 5), Math.min(100, highest + 5)),
    xMax: Math.max(1, ...dots.map(({ x }) => x)),
  };
}

export const parentsByHash = ({
  frontier,
}: Pick<RunState, 'frontier'>): ReadonlyMap<string, readonly string[]> =>
  new Map((frontier?.pool ?? []).map(({ hash, parentHashes }) => [hash, parentHashes]));

export const PROPOSAL_WORDS: Readonly<Record<Proposal['how'], string>> = {
  reflection: 'Reflection',
  merge: 'Merge',
  gradient: 'Gradient',
  trial: 'Trial',
};

export function proposalSentence(proposals: readonly Proposal[]): string {
  const taken = proposals.filter(({ accepted }) => accepted).length;
  const empty = proposals.filter(({ hash }) => hash === null).length;
  const unusable = empty === 0 ? '' : `; ${empty} brought nothing usable`;
  return `${taken} of ${plural(proposals.length, 'proposal')} accepted${unusable}. Newest first.`;
}

/** Scores of parent and child on the same examples, with the difference in points. */
export function proposalScores({ parentScore, childScore, examples }: Proposal): string {
  if (parentScore === null || childScore === null) return 'not tried';
  return `${formatScore(parentScore)} → ${formatScore(childScore)}, n = ${examples}`;
}

export function trialSentence(trials: readonly Trial[], leftOut = 0): string {
  const best = trials.findLast(({ best: isBest }) => isBest);
  const full = trials.filter((trial) => trial.full).length;
  const chosen =
    best === undefined
      ? 'none on all of selection yet'
      : `best on all of selection ${formatScore(best.score.mean)}, n = ${best.score.n}`;
  const all = plural(trials.length + leftOut, 'trial');
  const listed =
    leftOut === 0 ? `${all}, ${full} of them` : `${all}, ${formatCount(trials.length)} listed, ${full}`;
  return `${listed} on all of selection; ${chosen}.`;
}

export const choicesText = ({ choices }: Trial): string =>
  Object.entries(choices)
    .map(([name, index]) => `${name} ${index + 1}`)
    .join(', ');
