import { NAMED_MAX, roundNames, type SeriesColour, type SeriesRow } from '@/lib/view/series-chart';

/** One look for all charts; the colours are tokens, so both themes have theirs. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--ink-faint)', fontSize: 11 },
  tickLine: false,
} as const;

export const GRID = { stroke: 'var(--line)', strokeDasharray: '2 4', vertical: false } as const;

/** Digits of axis ticks: ticks in dollars can be finer than a thousandth. */
export const TICK_DIGITS = { maximumFractionDigits: 8 } as const;

export const MARGIN = { top: 14, right: 28, bottom: 20, left: 4 } as const;

/** Maximum number of columns that are as wide as a word on the narrowest phone. */
const WORDS_MAX = 4;

/** The names of columns: all of a few, also on a phone, where they fit; of many round numbers. Always evenly apart. */
export function namesOf(rows: readonly SeriesRow[]) {
  if (rows.length <= WORDS_MAX) return { interval: 0 } as const;
  const ticks = roundNames(rows);
  return {
    interval: 'equidistantPreserveStart' as const,
    minTickGap: rows.length <= NAMED_MAX ? 3 : 12,
    ...(ticks ? { ticks: [...ticks] } : {}),
  };
}

/** A colour of the charts, or a grey. */
export function colourOf(colour: SeriesColour): string {
  if (colour === 'ink') return 'var(--ink-faint)';
  return colour === 'faint' ? 'var(--series-faint)' : `var(--series-${colour})`;
}

/** Colour of a series with a colour number. */
export const seriesColour = (colour: number) => `var(--series-${colour})`;

const RIM = { stroke: 'var(--surface)', strokeWidth: 3, paintOrder: 'stroke' } as const;

/** Colour of a mark: grey for background series, whatever their number. */
export const markColour = ({ colour, isFaint }: { readonly colour: number; readonly isFaint?: boolean }) =>
  isFaint ? 'var(--ink-faint)' : seriesColour(colour);

type LevelPlace = 'insideBottomLeft' | 'insideBottomRight' | 'insideTopLeft' | 'insideTopRight';

/** The look of a level that a chart draws across itself, with its name on the line. */
export function levelLine(value: string, position: LevelPlace) {
  return {
    stroke: 'var(--ink-faint)',
    strokeDasharray: '5 4',
    // A rim of the surface keeps the name readable where it crosses what is drawn.
    label: { value, position, fill: 'var(--ink-faint)', fontSize: 11, ...RIM },
  };
}

export function axisLabel(value: string, isVertical = false) {
  return {
    value,
    fill: 'var(--ink-faint)',
    fontSize: 11,
    ...(isVertical
      ? { angle: -90, position: 'insideLeft' as const, style: { textAnchor: 'middle' as const } }
      : { position: 'insideBottom' as const, offset: -12 }),
  };
}
