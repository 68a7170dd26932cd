import { evenTicks } from './ticks';

/**
 * What of its x axis a chart shows, as shares of it; null = the whole axis. Shares and no values of x, so that a zoom
 * stays where it is when the axis counts something else. In an address it is two whole percents, `20-60`.
 */
export interface ChartZoom {
  readonly from: number;
  readonly to: number;
}

/** The first and the last x that are shown. */
export type AxisWindow = readonly [number, number];

/** How near to each other the two ends may come, in percent of the axis. */
export const ZOOM_LEAST = 2;

const within = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value));

/** In whole percent, inside the axis and the least apart. */
export function clampZoom(from: number, to: number): ChartZoom | null {
  const left = within(0, 100 - ZOOM_LEAST, Math.round(from * 100));
  const right = within(left + ZOOM_LEAST, 100, Math.round(to * 100));
  return left === 0 && right === 100 ? null : { from: left / 100, to: right / 100 };
}

/** The ends in percent, as a slider and an address have them. */
export function zoomPercents(zoom: ChartZoom | null): readonly [number, number] {
  return zoom === null ? [0, 100] : [Math.round(zoom.from * 100), Math.round(zoom.to * 100)];
}

export const zoomText = (zoom: ChartZoom | null) => (zoom === null ? null : zoomPercents(zoom).join('-'));

/** Zoom written in an address; null, which shows the whole axis, where the text is no zoom. */
export function zoomOf(text: string | null): ChartZoom | null {
  const [, from, to] = /^(\d{1,2})-(\d{1,3})$/.exec(text ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const zoom = clampZoom(Number(from) / 100, Number(to) / 100);
  return zoomText(zoom) === text ? zoom : null;
}

/** Shown part of an axis that begins at 0. */
export function windowOf(zoom: ChartZoom | null, axisEnd: number): AxisWindow {
  return zoom === null ? [0, axisEnd] : [rounded(zoom.from * axisEnd), rounded(zoom.to * axisEnd)];
}

/** As exact as ticks are: a tick, or a measurement at a round number, that lies on an end counts as shown. */
const rounded = (x: number) => Number(x.toPrecision(8));

export const isInWindow = ([first, last]: AxisWindow, x: number) => x >= first && x <= last;

/** Round numbers, none beyond the ends: those of the axis may lie outside. */
export function windowTicks(shown: AxisWindow): readonly number[] {
  return evenTicks(...shown).filter((tick) => isInWindow(shown, tick));
}
