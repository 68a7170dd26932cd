import type { Away, RunKind } from './run';
import type { RunEnd } from './run-end';
import type { Measurement } from './score';
import type { Spend } from './spend';
import type { SplitName } from './split';

/** Facts of a run as a whole: begin and end, candidates, and their scores. */
export interface RunFacts {
  'run.started': {
    readonly kind: RunKind;
    readonly manifestHash: string;
    readonly seedCandidateHash: string;
    readonly counts: Readonly<Record<SplitName, number>>;
    /** Iterations are only known beforehand when the size is static. */
    readonly plannedIterations: number | null;
    readonly plannedRollouts: number;
    readonly plannedEvaluationRollouts: number;
    readonly practice: boolean;
  };
  'candidate.created': {
    readonly iteration: number;
    readonly hash: string;
    readonly parentHash: string | null;
    readonly text: string;
    readonly bullets: number;
    readonly tokens: number;
    /** Edits applied / proposed but not applicable. */
    readonly applied: number;
    readonly ignored: number;
    /** Who wrote it, where a person did. */
    readonly byHand?: string;
  };
  'heldOut.measured': {
    readonly iteration: number;
    readonly candidateHash: string;
    readonly split: SplitName;
    readonly trainExamplesSeen: number;
    readonly score: Measurement;
    /** One value an example, in the order of `exampleIds` sorted; null = missing. What paired comparisons need. */
    readonly exampleIds: readonly string[];
    readonly scores: readonly (number | null)[];
    /** Examples without a usable answer or without a score; missing ones are among them. */
    readonly failures: number;
    /** Examples without a score; `score` is over the others. Absent = none. */
    readonly missing?: number;
    readonly best: boolean;
    /** A hard cap cut it short or nothing could be scored: its mean says nothing, and no rule looks at it. */
    readonly incomplete?: true;
  };
  /**
   * A candidate answered again after training, so that the diagnosis of a serial run can tell noise from a trend. Adds
   * nothing to the curve and chooses no prompt.
   */
  'diagnosis.measured': Omit<RunFacts['heldOut.measured'], 'best' | 'trainExamplesSeen'> & {
    /** Counts from 2: the run's own measurement is the first. */
    readonly repetition: number;
  };
  /** A window of an online run: answered under the playbook as it was, before anything was learned from it. */
  'online.measured': {
    readonly iteration: number;
    /** Examples of the window; `score` counts those of them that were answered. */
    readonly examples: number;
    readonly score: Measurement;
    /** Over all windows up to this one. */
    readonly soFar: Measurement;
  };
  /** On the selection split: what operator weights and a fresh lineage are judged by, never held-out (rulings E3). */
  'selection.measured': {
    readonly iteration: number;
    readonly candidateHash: string;
    /** `parked` is the lineage that waits while a fresh one is tried. */
    readonly lineage: 'current' | 'parked';
    readonly trainExamplesSeen: number;
    readonly score: Measurement;
  };
  /** `away` where it paused by itself: who does not answer, and since when. */
  'run.paused': { readonly iteration: number; readonly away?: Away };
  'run.resumed': { readonly iteration: number };
  'run.takenOver': { readonly previousWorker: string | null };
  'run.failed': { readonly code: string; readonly message: string };
  'run.finished': RunEnd & {
    readonly iterations: number;
    readonly bestCandidateHash: string;
    readonly bestScore: Measurement;
    readonly seedScore: Measurement;
    readonly spend: Spend;
    readonly failures: number;
    /** Over `data` of every hashed fact, in key order. */
    readonly runHash: string;
  };
}
