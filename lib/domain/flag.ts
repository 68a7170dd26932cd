import type { SlotKind } from './canary-state';

/**
 * The one pointer per slot: what is live, what was live before, and who is shown something else meanwhile. Everything a
 * client is told follows from it. Knows no HTTP and no rows.
 */

/** A prompt as it is served; immutable, so that its hash may be cached for ever. */
export interface ServedPrompt {
  readonly promptId: string;
  readonly version: number;
  readonly sha256: string;
  readonly text: string;
  readonly model: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A canary's live step. */
export interface Split {
  /** Salts the buckets. */
  readonly canaryId: string;
  readonly challenger: ServedPrompt;
  /** Index of the live step; left out, it is the first. */
  readonly step?: number;
  /** Share of all targeting keys; the control takes the same share. */
  readonly share: number;
  /** Targeting keys that asked for the challenger; never analysed. */
  readonly optedIn: readonly string[];
}

export interface Flag {
  readonly slotId: string;
  /** Lower case, words joined by hyphens; unique among the slots of its kind. */
  readonly slug: string;
  readonly kind: SlotKind;
  /** Null until the first prompt is set: clients then use the default in their code. */
  readonly live: ServedPrompt | null;
  /** The prompt that a revert restores. */
  readonly previous: ServedPrompt | null;
  readonly split: Split | null;
  /** The last change was a revert, and nothing was promoted since. */
  readonly isReverted: boolean;
  /** Rises by one with each change in the workspace, so that one number says whether anything changed. */
  readonly configVersion: number;
}
