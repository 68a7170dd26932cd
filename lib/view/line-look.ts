import type { PointShape } from './point-chart';

/** How the lines of one chart are told apart where colour alone cannot do it: for whoever sees few, and from the fifth on. */
export interface LineLook {
  /** As SVG writes them; empty: unbroken. */
  readonly dashes: string;
  readonly mark: PointShape;
}

/** Colours come again with the fifth line. */
export const COLOURS = 4;

/** Of what was brought in from elsewhere, and of nothing else. */
export const IMPORTED_LOOK: LineLook = { dashes: '5 3', mark: 'wye' };

/** Marks differ from line to line, and lines once the colours come again. */
const MARKS: readonly PointShape[] = ['circle', 'square', 'triangle', 'diamond'];
const DASHES = ['', '9 4', '2 3', '9 3 2 3', '14 4'];

/** Of the line at a place: the same colour never has the same look twice, up to twenty lines. */
export function lineLook(index: number): LineLook {
  const round = Math.floor(index / COLOURS);
  return {
    dashes: DASHES[round % DASHES.length] ?? '',
    mark: MARKS[(index + round) % MARKS.length] ?? 'circle',
  };
}
