import type { ModelBinding } from './manifest';
import type { MethodName } from './method-settings';
import type { ModelRole } from './model-role';

/**
 * What a finished serial run says of its task, read off its ledger and its diagnosis: nothing in it was typed. Null
 * where the curve does not show it: without a plateau there are no rollouts to it, and no converged score.
 */
export interface SerialRecord {
  readonly runId: string;
  readonly label: string;
  readonly taskId: string;
  readonly registrationId: string;
  readonly method: MethodName;
  readonly version: string;
  readonly verdict: 'go' | 'noGo' | 'undecided' | null;
  readonly reason: string | null;
  /** Training rollouts until the first measurement of the plateau. */
  readonly rolloutsToConverge: number | null;
  /** Mean over the measurements of the plateau, on held-out. */
  readonly convergedScore: number | null;
  /** Held-out score of the original prompt. */
  readonly baselineScore: number | null;
  readonly heldOutExamples: number;
  /** Share of held-out examples that the first and the chosen prompt answer differently. */
  readonly discordance: number | null;
  readonly models: Readonly<Record<ModelRole, ModelBinding>>;
  readonly practice: boolean;
}
