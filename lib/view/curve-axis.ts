import type { ImportedPoint } from '@/lib/domain/imported-run';
import type { ConvergenceAxis } from './convergence-axis';

/** Point of a score curve with the amounts that an axis other than examples seen needs. Depends on no chart. */
export interface CurvePoint extends ImportedPoint {
  /** An imported run says nothing of them. */
  readonly tokens?: number;
}

export type SpentAxis = Exclude<ConvergenceAxis, 'rollouts'>;

interface CurveAxis {
  readonly label: string;
  /** Null where a point does not say. */
  of(point: CurvePoint): number | null;
}

export const CURVE_AXES: Readonly<Record<SpentAxis, CurveAxis>> = {
  minutes: {
    label: 'minutes since the start, evaluation included',
    of: ({ seconds }) => (seconds === null ? null : seconds / 60),
  },
  tokens: {
    label: 'thousand tokens used until the prompt was there',
    of: ({ tokens }) => (tokens === undefined ? null : tokens / 1000),
  },
  dollars: { label: 'dollars used until the prompt was there, priced without a cache', of: ({ usd }) => usd },
};
