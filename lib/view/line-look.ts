import type { PointShape } from './point-chart';

/** Style that tells the lines of a chart apart without colour: for colour-blind readers, and from the fifth line on. */
export interface LineLook {
  /** As SVG writes them; empty: unbroken. */
  readonly dashes: string;
  readonly mark: PointShape;
}

/** Colours come again with the fifth line. */
export const COLOURS = 4;

/** Look of imported runs only. */
export const IMPORTED_LOOK: LineLook = { dashes: '5 3', mark: 'wye' };

/** Marks differ from line to line, and lines once the colours come again. */
const MARKS: readonly PointShape[] = ['circle', 'square', 'triangle', 'diamond'];
const DASHES = ['', '9 4', '2 3', '9 3 2 3', '14 4'];

/** Look of the line at an index: up to twenty lines, no two lines of one colour look the same. */
export function lineLook(index: number): LineLook {
  const round = Math.floor(index / COLOURS);
  return {
    dashes: DASHES[round % DASHES.length] ?? '',
    mark: MARKS[(index + round) % MARKS.length] ?? 'circle',
  };
}
