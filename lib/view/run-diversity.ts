import type { DiversitySettings } from '@/lib/domain/diversity';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { RunState } from '@/lib/projection/run-state';
import { collapsedSentence } from '@/lib/words/pool';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatScore, plural } from './numbers';
import { columnsNote, newestColumns, type SeriesChart, SHARE_TICKS, ticksFromZero } from './series-chart';

/** Whether parallel edits were different edits, as the Diversity section draws it. What counts as a copy is settled before. */
export type Measured = FactData['diversity.measured'];

export const OPERATOR_WORDS: Readonly<Record<OperatorKind, string>> = {
  insert: 'Insert',
  delete: 'Delete',
  rephrase: 'Rephrase',
  reorder: 'Reorder',
  fewShotSwap: 'Few-shot swap',
  instructionChannelEdit: 'Instruction-channel edit',
};

export interface HeatMap {
  readonly question: string;
  readonly origin: string;
  readonly summary: string;
  /** Names of the groups, "1" to "k". */
  readonly groups: readonly string[];
  readonly cells: readonly HeatCell[];
}

export interface HeatCell {
  readonly row: number;
  readonly column: number;
  readonly similarity: number;
  /** More similar than the run allows; at the threshold itself it is not. */
  readonly isCopy: boolean;
}

export function prepareHeatMap(
  measured: Measured,
  similarityMax: number | null,
  origin: NumberOrigin,
): HeatMap {
  const { similarities, iteration } = measured;
  const k = groupsOf(similarities.length);
  const cells = similarities.map((similarity, index): HeatCell => {
    const [row, column] = placeOf(index, k);
    return { row, column, similarity, isCopy: similarityMax !== null && similarity > similarityMax };
  });
  const copies = cells.filter((cell) => cell.isCopy).length;
  const limit = similarityMax === null ? '' : ` (limit ${similarityMax})`;
  return {
    question: 'Similarity of parallel edits',
    origin: `iteration ${iteration + 1} · similarity between the updates of its groups, 0 to 1${limit} · ${describeHardware(origin)}`,
    summary:
      cells.length === 0
        ? 'Fewer than two groups wrote something, so there is nothing to hold against each other.'
        : `Mean similarity ${(measured.meanSimilarity ?? 0).toFixed(2)} over ${plural(cells.length, 'pair')} of ${k} groups; ${copies === 0 ? 'no pair is' : copies === 1 ? 'one pair is' : `${copies} pairs are`} above the limit.`,
    groups: Array.from({ length: k }, (_, index) => String(index + 1)),
    cells,
  };
}

/** An upper triangle without its diagonal has k(k-1)/2 cells. */
function groupsOf(cells: number): number {
  return cells === 0 ? 0 : Math.round((1 + Math.sqrt(1 + 8 * cells)) / 2);
}

function placeOf(index: number, k: number): readonly [number, number] {
  let left = index;
  for (let row = 0; row < k; row += 1) {
    const inRow = k - 1 - row;
    if (left < inRow) return [row, row + 1 + left];
    left -= inRow;
  }
  return [0, 0];
}

export function prepareRatios(state: RunState, origin: NumberOrigin): SeriesChart {
  const percent = (share: number | null) => (share === null ? null : share * 100);
  const newest = state.diversity.at(-1);
  const count = state.diversity.filter((one) => one.collapsed).length;
  return {
    question: 'Unique edits',
    origin: `edits of the groups, one value an iteration, no interval · ${describeHardware(origin)}${columnsNote(state.diversity.length, 'iterations')}`,
    summary:
      newest === undefined
        ? 'No iteration was measured yet.'
        : `${formatScore(newest.uniqueEditRatio)} unique in iteration ${newest.iteration + 1}; ${count === 0 ? 'no iteration' : plural(count, 'iteration')} of ${state.diversity.length} collapsed. With two copies of each reflection 70 to 80 % is normal.`,
    xLabel: 'iteration',
    yLabel: '%',
    series: [
      { key: 'unique', name: 'unique edits', colour: 1 },
      { key: 'coverage', name: 'topics that some edit speaks of', colour: 2 },
    ],
    rows: newestColumns(state.diversity).map((one) => ({
      x: String(one.iteration + 1),
      values: { unique: percent(one.uniqueEditRatio), coverage: percent(one.coverage) },
      note: one.collapsed ? 'collapsed' : 'did not collapse',
    })),
    yTicks: SHARE_TICKS,
  };
}

export function prepareRejected(
  state: RunState,
  origin: NumberOrigin,
): SeriesChart & { readonly isEmpty: boolean } {
  const total = state.diversity.reduce((sum, one) => sum + one.rejectedAsDuplicate, 0);
  const rows = newestColumns(state.diversity).map((one) => ({
    x: String(one.iteration + 1),
    values: { rejected: one.rejectedAsDuplicate },
  }));
  return {
    question: 'Edits refused as copies',
    isEmpty: total === 0,
    origin: `counts of the combined update, no interval · ${describeHardware(origin)}`,
    summary:
      total === 0
        ? 'No edit of a combined update was too similar to what was there.'
        : `${plural(total, 'edit')} of the combined updates said what was there already, and ${total === 1 ? 'was' : 'were'} not applied.`,
    xLabel: 'iteration',
    yLabel: 'edits',
    series: [{ key: 'rejected', name: 'refused as copies', colour: 4 }],
    rows,
    yTicks: ticksFromZero(rows, true),
  };
}

export interface CollapseBanner {
  readonly title: string;
  readonly explanation: string;
}

/** Banner while the newest iteration is collapsed; only the charts show an earlier collapse. */
export function collapseBanner(state: RunState): CollapseBanner | null {
  const newest = state.diversity.at(-1);
  if (!newest?.collapsed) return null;
  const said = state.collapses.findLast((one) => one.iteration === newest.iteration);
  return {
    title: `You are batching, not learning (iteration ${newest.iteration + 1})`,
    explanation: said ? collapsedSentence(said) : 'Half or more of its groups wrote nearly the same.',
  };
}

export interface OperatorRow {
  readonly kind: OperatorKind;
  readonly firstWeight: number;
  readonly weight: number;
  readonly used: number;
  readonly kept: number;
}

export interface OperatorsView {
  readonly rows: readonly OperatorRow[];
  readonly sentence: string;
}

/** Weights of the newest iteration beside the first ones; use and yield over the whole run. */
export function describeOperators(
  measured: readonly Measured[],
  settings: DiversitySettings | null,
): OperatorsView {
  const all = measured.flatMap((one) => one.operators);
  const newest = measured.at(-1);
  const rows = (newest?.operators ?? []).map(({ kind, weight }) => {
    const same = all.filter((one) => one.kind === kind);
    return {
      kind,
      weight,
      firstWeight: same[0]?.weight ?? weight,
      used: same.reduce((sum, { used }) => sum + used, 0),
      kept: same.reduce((sum, { kept }) => sum + kept, 0),
    };
  });
  const after = settings?.adaptAfterIteration ?? null;
  const weights =
    after === null ? 'The weights stay.' : `The weights follow selection after iteration ${after}.`;
  const heat =
    newest?.temperature == null
      ? ''
      : ` The proposer is called at temperature ${newest.temperature}${schedule(settings)}.`;
  return { rows, sentence: `${weights}${heat}` };
}

function schedule(settings: DiversitySettings | null): string {
  const steps = settings?.temperature ?? [];
  if (steps.length < 2) return '';
  return ` (${steps.map((step) => `${step.temperature} from iteration ${step.fromIteration + 1}`).join(', ')})`;
}
