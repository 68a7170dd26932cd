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
export const IMPORTED_LOOK: LineLook = { dashes: '5 3', mark: 'square' };

const UNBROKEN: LineLook = { dashes: '', mark: 'circle' };
const LOOKS: readonly LineLook[] = [
  UNBROKEN,
  { dashes: '9 4', mark: 'triangle' },
  { dashes: '2 3', mark: 'diamond' },
  { dashes: '9 3 2 3', mark: 'star' },
  { dashes: '14 4', mark: 'wye' },
];

/** Of the line at a place: the same colour never has the same look twice, up to twenty lines. */
export function lineLook(index: number): LineLook {
  return LOOKS[Math.floor(index / COLOURS) % LOOKS.length] ?? UNBROKEN;
}
