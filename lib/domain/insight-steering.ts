import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { insightLine, insightSteering } from './learning-schema';

/**
 * What people decide about single lines of a playbook: a line is pinned, edited or banned, and each decision can be
 * undone. A run takes the commands up between two iterations; what holds after them is its steering.
 */
export type SteeringAction = 'pin' | 'unpin' | 'edit' | 'ban' | 'restore';

export type InsightLine = Immutable<z.output<typeof insightLine>>;

export type SteeringCommand = InsightLine & {
  readonly id: string;
  /** Counts the commands of one run from 1, without gaps. */
  readonly position: number;
  readonly action: SteeringAction;
  /** Who gave the command. */
  readonly by: string;
};

export type InsightSteering = Immutable<z.output<typeof insightSteering>>;

export const NO_STEERING: InsightSteering = { pinned: [], banned: [] };

export const isSteered = ({ pinned, banned }: InsightSteering): boolean => pinned.length + banned.length > 0;
