import type { EnvironmentRef } from './environment-ref';
import type { RecordedRollout } from './recorded-rollout';

/** One input of a task, with what is expected. Immutable; known by the hash of its content. */
export interface Example {
  /** Stable over re-imports: the source's own id, or the content hash where it has none. */
  readonly id: string;
  readonly question: string;
  /** Material beside the question; empty where the task has none. */
  readonly context: string;
  /** Kept as text where the source has text: "15.0" stays "15.0". */
  readonly expected: string;
  /** Group of examples that a split must keep together (a formula's name, a scenario), if any. */
  readonly groupKey: string | null;
  /** sha256 (hex) of question, context and expected, and of the environment where there is one. */
  readonly contentHash: string;
  /** Set where an agent acts in an environment that scores it. */
  readonly environment?: EnvironmentRef;
  /** Set for a collected trace: its rollout took place before the run. */
  readonly recorded?: RecordedRollout;
}
