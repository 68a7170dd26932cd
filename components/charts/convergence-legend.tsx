import type { ConvergenceChart as Prepared } from '@/lib/view/convergence';
import type { IsShown, LegendEntry } from './chart-body';
import { LineMark, Marker } from './legend-marks';

export const OWN = 'own';
export const SERIAL = 'serial';
const PARTIAL = 'partial';

/** The points stay: they are what the axes are of. */
export function shownOf(chart: Prepared, isShown: IsShown): Prepared {
  return {
    ...chart,
    ...(isShown(OWN) ? {} : { best: null, plateau: null }),
    serial: isShown(SERIAL) ? chart.serial : [],
    partials: isShown(PARTIAL) ? chart.partials : [],
  };
}

/** Nothing to choose where the run's own curve is all that is drawn. */
export function legendOf({ points, serial, partials }: Prepared): readonly LegendEntry[] {
  const all = [
    { key: OWN, count: points.length, name: 'this run', mark: <LineMark stroke="var(--series-1)" /> },
    {
      ...{ key: SERIAL, count: serial.length, name: 'its serial baseline' },
      mark: <LineMark stroke="var(--series-2)" dashes="6 3" />,
    },
    {
      ...{ key: PARTIAL, count: partials.length, name: 'cut short by a cap' },
      mark: <Marker shape="diamond" fill="var(--surface)" stroke="var(--ink-faint)" />,
    },
  ].filter(({ count }) => count > 0);
  return all.length > 1 ? all : [];
}
