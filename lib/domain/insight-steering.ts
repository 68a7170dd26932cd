/**
 * What people decide about single lines of a playbook: a line is pinned, edited or banned, and each decision can be
 * undone. A run takes the commands up between two iterations; what holds after them is its steering.
 */
export type SteeringAction = 'pin' | 'unpin' | 'edit' | 'ban' | 'restore';

/** A line of a playbook as a person saw it. */
export interface InsightLine {
  readonly bulletId: string;
  /** Header of the section that holds the line, where a lost line goes back to; empty = before any header. */
  readonly section: string;
  readonly content: string;
}

export interface SteeringCommand extends InsightLine {
  readonly id: string;
  /** Counts the commands of one run from 1, without gaps. */
  readonly position: number;
  readonly action: SteeringAction;
  /** Who gave the command. */
  readonly by: string;
}

export interface InsightSteering {
  /** In every later version, with this text. */
  readonly pinned: readonly InsightLine[];
  /** In no later version: neither the id nor a text that is nearly the same. */
  readonly banned: readonly InsightLine[];
}

export const NO_STEERING: InsightSteering = { pinned: [], banned: [] };

export const isSteered = ({ pinned, banned }: InsightSteering): boolean => pinned.length + banned.length > 0;
