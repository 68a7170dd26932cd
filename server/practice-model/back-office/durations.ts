/**
 * How long the tools of the back office take: log-normal with a heavy tail, fixed by world, tool and step.
 *
 * Frozen on 24 November 2026, before any learning on the back office was measured. The median is a look-up in a desk
 * program; with this sigma one call in a hundred takes over 39 s and one in a thousand over 90 s, where it is cut.
 */
import { standardNormalOf } from '../delay';

export const TOOL_MEDIAN_MS = 3_000;
export const TOOL_SIGMA = 1.1;
export const TOOL_LONGEST_MS = 90_000;

/** Before the time-scale. */
export function toolDurationMs(label: string): number {
  return Math.min(TOOL_LONGEST_MS, TOOL_MEDIAN_MS * Math.exp(TOOL_SIGMA * standardNormalOf(`tool/${label}`)));
}
