import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { StatedCause } from '@/lib/domain/cause';
import type { Edit } from '@/lib/domain/edit';
import type { FactData, FactMeasured } from '@/lib/domain/ledger-entry';
import type { Measurement } from '@/lib/domain/score';

/**
 * State that the run page shows, reduced from ledger entries and from nothing else. `reduceRun` is pure and idempotent:
 * an entry whose number was already seen changes nothing, so a stream may be resumed with an overlap.
 * The texts of rollouts are left out; the table fetches those by the page.
 */
export interface RunState {
  readonly lastSeq: number;
  readonly started: FactData['run.started'] | null;
  readonly startedAtMs: number | null;
  readonly lastAtMs: number | null;
  readonly phase: RunPhase;
  readonly trainRollouts: number;
  readonly evaluationRollouts: number;
  readonly failures: number;
  readonly plans: readonly BatchPlan[];
  /** Plans of a very long run that changed nothing and are no longer in `plans`. */
  readonly plansLeftOut: number;
  readonly iterations: readonly IterationState[];
  readonly measurements: readonly HeldOutPoint[];
  /** Measurements of a run that measures each window before it learns from it. */
  readonly online: readonly FactData['online.measured'][];
  readonly candidates: readonly CandidateVersion[];
  readonly spend: FactData['iteration.closed']['spend'] | null;
  readonly finished: FactData['run.finished'] | null;
  readonly failed: FactData['run.failed'] | null;
  readonly takeovers: number;
  /** Iterations whose requests were told of; how they went out is read by the page. */
  readonly dispatched: number;
  readonly preemptions: readonly FactData['iteration.preempted'][];
  readonly diversity: readonly DiversityNote[];
  readonly collapses: readonly FactData['diversity.collapsed'][];
  readonly lineages: readonly LineageNote[];
  readonly calibrations: readonly FactData['evaluator.calibrated'][];
  readonly reverted: FactData['evaluator.reverted'] | null;
  /** Candidates that a search method proposed, keeps and tries; empty for a method with one line of candidates. */
  readonly proposals: readonly ProposalNote[];
  readonly frontier: FactData['frontier.updated'] | null;
  readonly trials: readonly FactData['trial.finished'][];
  /** Points of a very long run that are no longer in these lists. */
  readonly leftOut: Readonly<Record<'measurements' | 'online' | 'trials', number>>;
  /** The pause that the run is in; null while it goes. */
  readonly paused: FactData['run.paused'] | null;
}

/** Without its similarities where a run has very many iterations; they are read when a person opens them. */
export type DiversityNote = FactData['diversity.measured'] & { readonly isThin?: true };

/** Its text is left out likewise. */
export type ProposalNote = FactData['candidate.proposed'] & { readonly isThin?: true };

/** Raised with every change of the state's shape or of how it is folded: what was kept before is folded anew. */
export const FOLD_VERSION = 5;

/** A fresh lineage began, or it was settled which one goes on. */
export type LineageNote = FactData['pool.reseeded'] | FactData['pool.settled'];

/** Current phase of the run, as far as its facts tell. */
export interface RunPhase {
  readonly kind:
    | 'waiting'
    | 'evaluating'
    | 'map'
    | 'shuffle'
    | 'scan'
    | 'apply'
    | 'planning'
    | 'paused'
    | 'ended';
  readonly iteration: number | null;
  readonly done: number;
  readonly of: number | null;
}

export interface ReflectionNode {
  readonly ordinal: number;
  readonly exampleId: string;
  readonly insights: readonly string[];
  readonly cause: StatedCause | null;
}

export interface GroupNode {
  readonly group: number;
  readonly inputs: number;
  readonly edits: readonly Edit[];
  readonly cause: StatedCause | null;
}

export interface IterationState {
  readonly iteration: number;
  readonly epoch: number;
  /** Examples of the map: as planned until the iteration closes, then as many as were used. */
  readonly size: number;
  /** Planned size of one minibatch; a search may take several minibatches in one iteration, or none. */
  readonly planned: number;
  readonly candidateHash: string;
  readonly rollouts: number;
  readonly correct: number;
  readonly reflections: readonly ReflectionNode[];
  readonly shuffle: FactData['shuffle.finished'] | null;
  readonly groups: readonly GroupNode[];
  readonly combined: CombinedUpdate | null;
  readonly candidate: { readonly hash: string; readonly applied: number; readonly ignored: number } | null;
  readonly closed: IterationClose | null;
  readonly measured: IterationMeasured | null;
  /** Closed long ago: reflections, groups and the update are left out, and the hashes with them. */
  readonly isThin?: true;
}

export type CombinedUpdate = Omit<FactData['scan.combined'], 'text' | 'callKeys'>;
export type IterationClose = Pick<FactData['iteration.closed'], 'trainExamplesSeen' | 'late' | 'carried'>;
export type IterationMeasured = Pick<FactMeasured, 'learningMs' | 'evaluationMs' | 'tainted'>;

export interface HeldOutPoint {
  readonly iteration: number;
  readonly candidateHash: string;
  readonly trainExamplesSeen: number;
  /** Trials that a search had made by then. */
  readonly trials: number;
  readonly score: Measurement;
  readonly failures: number;
  /** Examples without a score; absent = none. */
  readonly missing?: number;
  readonly best: boolean;
  /** Used when this prompt was there; its own measurement not counted. Null before the first iteration closed. */
  readonly spent: { readonly tokens: number; readonly usd: number | null } | null;
  /** A hard cap cut it short: its mean says nothing, so it is no point of any curve. */
  readonly incomplete?: true;
  readonly atMs: number;
}

export interface CandidateVersion {
  readonly hash: string;
  readonly iteration: number;
  /** Null where it is left out: older texts of a long run are read when a person opens them. */
  readonly text: string | null;
  readonly bullets: number;
  readonly tokens: number;
  /** The person who wrote it, and when; absent where the run made it. */
  readonly byHand?: { readonly name: string; readonly atMs: number };
}

export const EMPTY_RUN_STATE: RunState = {
  lastSeq: 0,
  started: null,
  startedAtMs: null,
  lastAtMs: null,
  phase: { kind: 'waiting', iteration: null, done: 0, of: null },
  trainRollouts: 0,
  evaluationRollouts: 0,
  failures: 0,
  plans: [],
  plansLeftOut: 0,
  iterations: [],
  measurements: [],
  online: [],
  candidates: [],
  spend: null,
  finished: null,
  failed: null,
  takeovers: 0,
  dispatched: 0,
  preemptions: [],
  diversity: [],
  collapses: [],
  lineages: [],
  calibrations: [],
  reverted: null,
  proposals: [],
  frontier: null,
  trials: [],
  leftOut: { measurements: 0, online: 0, trials: 0 },
  paused: null,
};
