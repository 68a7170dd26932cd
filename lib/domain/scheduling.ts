import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { dispatchSettings, stragglerSettings } from './learning-schema';

/** When calls go out, and what is done about the slow ones. Pinned in the manifest: the scheduler is part of the prompt. */

/** Triggers that send a batch of waiting requests. */
export type FlushReason =
  /** As many waited as the target says. */
  | 'queue'
  /** The oldest had waited for `maxWaitMs`. */
  | 'wait'
  /** Too few lanes were busy to let requests wait. */
  | 'utilisation'
  /** Recent rewards vary less than the floor: waiting for a fuller batch would teach nothing more. */
  | 'rewardVariance'
  /** Waiting requests made room for a candidate of higher priority. */
  | 'preempted'
  /** Nothing more will come before these are answered. */
  | 'drain';

export const FLUSH_REASONS: readonly FlushReason[] = [
  'queue',
  'wait',
  'utilisation',
  'rewardVariance',
  'preempted',
  'drain',
];

export type DispatchSettings = Immutable<z.output<typeof dispatchSettings>>;
export type PreemptionMode = DispatchSettings['preemption'];
export type StragglerSettings = Immutable<z.output<typeof stragglerSettings>>;
