import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Cause } from '@/lib/domain/cause';
import type { Edit } from '@/lib/domain/edit';
import type { FactData, FactMeasured } from '@/lib/domain/ledger-entry';
import type { Measurement } from '@/lib/domain/score';

/**
 * What the run page shows, reduced from ledger entries and from nothing else. `reduceRun` is pure and idempotent:
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
  readonly iterations: readonly IterationState[];
  readonly measurements: readonly HeldOutPoint[];
  /** Of a run that measures each window before it learns from it. */
  readonly online: readonly FactData['online.measured'][];
  readonly candidates: readonly CandidateVersion[];
  readonly spend: FactData['iteration.closed']['spend'] | null;
  readonly finished: FactData['run.finished'] | null;
  readonly failed: FactData['run.failed'] | null;
  readonly takeovers: number;
  /** How each iteration's requests went out. */
  readonly dispatched: readonly FactData['requests.dispatched'][];
  readonly preemptions: readonly FactData['iteration.preempted'][];
  readonly diversity: readonly FactData['diversity.measured'][];
  readonly collapses: readonly FactData['diversity.collapsed'][];
  readonly lineages: readonly LineageNote[];
  readonly calibrations: readonly FactData['evaluator.calibrated'][];
  readonly reverted: FactData['evaluator.reverted'] | null;
  /** What a method that searches has proposed, keeps and tries; empty where there is one line of candidates. */
  readonly proposals: readonly FactData['candidate.proposed'][];
  readonly frontier: FactData['frontier.updated'] | null;
  readonly trials: readonly FactData['trial.finished'][];
  /** Why the run paused by itself; null while it goes and where a person paused it. */
  readonly pausedFor: string | null;
}

/** A fresh lineage began, or it was settled which one goes on. */
export interface LineageNote {
  readonly iteration: number;
  readonly kind: 'reseeded' | 'settled';
  readonly explanation: string;
}

/** What the run is doing as far as its facts tell. */
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
  readonly cause: Cause | null;
}

export interface GroupNode {
  readonly group: number;
  readonly inputs: number;
  readonly edits: readonly Edit[];
  readonly cause: Cause | null;
}

export interface IterationState {
  readonly iteration: number;
  readonly epoch: number;
  /** Examples of the map: as planned until the iteration closes, then as many as were used. */
  readonly size: number;
  /** Of one minibatch, as the plan had it; a search may take several of them in one iteration, or none. */
  readonly planned: number;
  readonly candidateHash: string;
  readonly rollouts: number;
  readonly correct: number;
  readonly reflections: readonly ReflectionNode[];
  readonly shuffle: FactData['shuffle.finished'] | null;
  readonly groups: readonly GroupNode[];
  readonly combined: FactData['scan.combined'] | null;
  readonly candidate: { readonly hash: string; readonly applied: number; readonly ignored: number } | null;
  readonly closed: FactData['iteration.closed'] | null;
  readonly measured: FactMeasured | null;
}

export interface HeldOutPoint {
  readonly iteration: number;
  readonly candidateHash: string;
  readonly trainExamplesSeen: number;
  /** Trials that a search had made by then. */
  readonly trials: number;
  readonly score: Measurement;
  readonly failures: number;
  readonly best: boolean;
  /** Used when this prompt was there; its own measurement not counted. Null before the first iteration closed. */
  readonly spent: { readonly tokens: number; readonly usd: number } | null;
  /** A hard cap cut it short: its mean says nothing, so it is no point of any curve. */
  readonly incomplete?: true;
  readonly atMs: number;
}

export interface CandidateVersion {
  readonly hash: string;
  readonly parentHash: string | null;
  readonly iteration: number;
  readonly text: string;
  readonly bullets: number;
  readonly tokens: number;
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
  iterations: [],
  measurements: [],
  online: [],
  candidates: [],
  spend: null,
  finished: null,
  failed: null,
  takeovers: 0,
  dispatched: [],
  preemptions: [],
  diversity: [],
  collapses: [],
  lineages: [],
  calibrations: [],
  reverted: null,
  proposals: [],
  frontier: null,
  trials: [],
  pausedFor: null,
};
