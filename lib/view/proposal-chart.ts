import { proposalReason } from '@/lib/words/candidate';
import type { CurveChart, CurveSeries } from './curve-chart';
import type { DataTable } from './data-table';
import { describeHardware, type NumberOrigin } from './number-origin';
import { formatPoints, formatScore, plural } from './numbers';
import { PROPOSAL_WORDS, type Proposal } from './run-search';
import { evenTicks } from './ticks';

/**
 * Score of each proposal of a search against its parent, on the examples that both were tried on. Minibatch and
 * selection examples are separate series.
 */
export interface ProposalChart {
  readonly question: string;
  readonly origin: string;
  readonly curve: CurveChart;
  readonly table: DataTable;
}

type Examples = 'minibatch' | 'selection';
type Tried = Proposal & { readonly parentScore: number; readonly childScore: number };

/** Limit above which marks hide each other. */
const DRAWN_MAX = 400;
/** Shorter axes would get ticks between iterations. */
const ITERATIONS_LEAST = 5;

const LOOKS: readonly (Pick<CurveSeries, 'colour' | 'shape'> & {
  readonly accepted: boolean;
  readonly on: Examples;
})[] = [
  { accepted: true, on: 'minibatch', colour: 1, shape: 'circle' },
  { accepted: false, on: 'minibatch', colour: 4, shape: 'wye' },
  { accepted: true, on: 'selection', colour: 2, shape: 'star' },
  { accepted: false, on: 'selection', colour: 3, shape: 'diamond' },
];

/** Null if no proposal was tried against a parent. */
export function prepareProposals(
  proposals: readonly Proposal[],
  origin: NumberOrigin,
  acceptedOnly: boolean,
): ProposalChart | null {
  const tried = proposals.filter(isTried);
  if (tried.length === 0) return null;
  const wanted = acceptedOnly ? tried.filter(({ accepted }) => accepted) : tried;
  const drawn = wanted.slice(-DRAWN_MAX);
  const heights = drawn.map(gainOf);
  const question = 'How did each proposal do against its parent?';
  return {
    question,
    origin: `difference on the same few examples, of the minibatch or of selection as the mark says, never held-out, no interval · ${describeHardware(origin)}`,
    curve: {
      series: seriesOf(drawn),
      xLabel: 'iteration',
      xTicks: evenTicks(0, Math.max(ITERATIONS_LEAST, ...drawn.map(({ iteration }) => iteration + 1))),
      yTicks: evenTicks(Math.min(-5, ...heights), Math.max(5, ...heights)),
      yUnit: ' pt',
      levels: [{ name: 'as good as its parent', y: 0 }],
      summary: summaryOf(proposals, tried, wanted.length - drawn.length),
    },
    table: tableOf(question, wanted),
  };
}

const isTried = (proposal: Proposal): proposal is Tried =>
  proposal.parentScore !== null && proposal.childScore !== null;

/** A rewrite is tried on the minibatch that produced it; merges and gradients on examples of selection. */
const examplesOf = ({ how }: Proposal): Examples => (how === 'reflection' ? 'minibatch' : 'selection');

const gainOf = ({ parentScore, childScore }: Tried): number => (childScore - parentScore) * 100;

const verdictOf = ({ accepted }: Proposal): string => (accepted ? 'accepted' : 'refused');

function seriesOf(drawn: readonly Tried[]): readonly CurveSeries[] {
  return LOOKS.flatMap(({ accepted, on, colour, shape }) => {
    const own = drawn.filter((one) => one.accepted === accepted && examplesOf(one) === on);
    const name = `${accepted ? 'accepted' : 'refused'}, tried on ${on === 'minibatch' ? 'a minibatch' : 'selection'}`;
    if (own.length === 0) return [];
    const dots = own.map((one) => ({
      ...{ x: one.iteration + 1, score: gainOf(one), error: undefined, series: name },
      label: `${PROPOSAL_WORDS[one.how]} of iteration ${one.iteration + 1}: ${scoresOf(one)}. ${proposalReason(one)}`,
    }));
    return [{ key: name, name, origin: on, isImported: false, colour, shape, dots }];
  });
}

const scoresOf = ({ parentScore, childScore, examples }: Tried): string =>
  `${formatScore(parentScore)} → ${formatScore(childScore)} (${formatPoints(childScore - parentScore)}, n = ${examples})`;

function summaryOf(all: readonly Proposal[], tried: readonly Tried[], leftOut: number): string {
  const taken = tried.filter(({ accepted }) => accepted);
  const untried = all.length - tried.length;
  return [
    `${taken.length} of ${plural(tried.length, 'tried proposal')} accepted, ${taken.filter((one) => gainOf(one) > 0).length} of them better than their parent.`,
    ...(untried === 0 ? [] : [`${plural(untried, 'other')} had no scores to hold against each other.`]),
    ...(leftOut === 0 ? [] : [`Drawn are the newest ${DRAWN_MAX}; the table has all.`]),
  ].join(' ');
}

function tableOf(name: string, wanted: readonly Tried[]): DataTable {
  const number = (column: string) => ({ name: column, isNumber: true });
  return {
    name,
    columns: [
      ...[number('iteration'), { name: 'how' }, { name: 'tried on' }, number('n')],
      ...[number('parent, %'), number('child, %'), number('difference, points')],
      ...[{ name: 'verdict' }, { name: 'reason' }],
    ],
    rows: wanted.map((one) => [
      ...[one.iteration + 1, PROPOSAL_WORDS[one.how], examplesOf(one), one.examples],
      ...[one.parentScore * 100, one.childScore * 100, gainOf(one)],
      ...[verdictOf(one), proposalReason(one)],
    ]),
  };
}
