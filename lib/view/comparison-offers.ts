import type { RunView } from '@/lib/contracts/run-shapes';
import { compareRuns } from './compare-address';

/** Finished runs of one experiment that can be shown next to each other. */
export interface ComparisonOffer {
  readonly experimentId: string;
  readonly name: string;
  readonly runs: number;
  readonly href: string;
}

type Offered = Pick<RunView, 'id' | 'experimentId' | 'experimentName' | 'kind' | 'status' | 'summary'>;

/** As many as are compared example by example. */
const RUNS_MAX = 10;

/** One offer for each experiment with two measured runs, in the order of the runs; the serial baseline comes first. */
export function comparisonOffers(runs: readonly Offered[]): readonly ComparisonOffer[] {
  const measured = runs.filter(
    ({ status, kind, summary }) =>
      status === 'finished' && kind !== 'evaluation' && summary.bestScore !== null,
  );
  const experimentIds = [...new Set(measured.map(({ experimentId }) => experimentId))];
  return experimentIds.flatMap((id) => {
    const ofOne = measured.filter(({ experimentId }) => experimentId === id);
    const [first] = ofOne;
    if (first === undefined || ofOne.length < 2) return [];
    // The page takes the first run as the baseline.
    const isSerial = ({ kind }: Offered) => kind === 'serialBaseline';
    const ordered = [...ofOne.filter(isSerial), ...ofOne.filter((one) => !isSerial(one))].slice(0, RUNS_MAX);
    const { experimentId, experimentName } = first;
    const href = compareRuns(ordered.map(({ id }) => id));
    return [{ experimentId, name: experimentName, runs: ordered.length, href }];
  });
}
