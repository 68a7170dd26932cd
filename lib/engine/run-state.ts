import type { IterationDelay } from '@/lib/combee/batch-controller/fit-delays';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { CalibrationFinding } from '@/lib/domain/calibration';
import type { Candidate } from '@/lib/domain/candidate';
import { type InsightSteering, NO_STEERING } from '@/lib/domain/insight-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { NoProxy, SearchEnd } from '@/lib/domain/run-end';
import type { Measurement } from '@/lib/domain/score';
import { type DiversityState, freshDiversity } from '@/lib/engine/iteration/diversity-state';
import type { HeldOutMeasurement } from '@/lib/engine/measure/held-out';
import { nothingOutstanding, type Outstanding } from '@/lib/engine/rollouts/outstanding';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';
import type { ScoredExamples } from '@/lib/stats/scored-examples';

export interface BestCandidate {
  readonly candidate: Candidate;
  readonly score: Measurement;
  /** Its scores, example by example. */
  readonly measured: ScoredExamples;
  /** List price of its measurement; what a tie is broken by. */
  readonly costUsd: number | null;
}

/** A whole measurement: what a run's gain and its diagnosis are read from. */
export interface MeasuredCandidate extends MeasuredPrompt {
  readonly candidate: Candidate;
  readonly trainExamplesSeen: number;
}

/** State of the loop between two iterations; rebuilt from the journal whenever a run is resumed. */
export interface RunState {
  iteration: number;
  /** Training examples used so far, over all epochs. */
  seen: number;
  candidate: Candidate;
  readonly plans: BatchPlan[];
  readonly delays: IterationDelay[];
  /** Rewards of recent rollouts, for the variance floor. */
  rewards: number[];
  readonly measurements: Measurement[];
  /** Scores of an online run: one an example, in the order in which the examples were met. */
  onlineScores: readonly number[];
  /** In order, the original prompt's first. */
  readonly measuredPrompts: MeasuredCandidate[];
  lastMeasured: HeldOutMeasurement | null;
  best: BestCandidate | null;
  /** Role whose model judges; settled by the calibration. */
  judge: JudgeSeat;
  /** Why no judge's scores may be believed, where that is so; the run then ends. */
  uncalibrated: CalibrationFinding | NoProxy | null;
  seedScore: Measurement | null;
  /** `seen` at which the next held-out measurement is due. */
  nextMeasurementAt: number;
  lastRollouts: number;
  /** Rollouts that the provider rejected since the last iteration in which it took one. */
  rejectedInARow: number;
  lastRefused: number;
  /** Updates that changed the candidate. */
  updates: number;
  /** Training answers after the second of them, and those that could not be parsed. */
  laterAnswers: number;
  laterUnreadable: number;
  failures: number;
  /** Calls that may be in flight now, and the number that a person last asked for. */
  lanes: number;
  lanesAsked: number | null;
  /** Null = this run has no diversity rules. */
  readonly diversity: DiversityState | null;
  /** Candidates of people that this run has taken up. */
  readonly takenPriorities: Set<string>;
  /** Lines that people pinned or banned, and the last of their commands that this run has taken up. */
  steering: InsightSteering;
  steeredUpTo: number;
  /** Why a search has nothing more to do; null while it has. */
  searchDone: SearchEnd | null;
  /** Turns of a search in a row that used no example and rolled nothing out. */
  idleTurns: number;
  /** Rollouts under way next to the iteration. */
  readonly outstanding: Outstanding;
}

export function freshRunState(seed: Candidate, everyExamples: number, manifest: RunManifest): RunState {
  return {
    iteration: 0,
    seen: 0,
    candidate: seed,
    plans: [],
    delays: [],
    rewards: [],
    measurements: [],
    measuredPrompts: [],
    onlineScores: [],
    lastMeasured: null,
    best: null,
    judge: 'evaluator',
    uncalibrated: null,
    seedScore: null,
    nextMeasurementAt: everyExamples,
    lastRollouts: 0,
    rejectedInARow: 0,
    lastRefused: 0,
    updates: 0,
    laterAnswers: 0,
    laterUnreadable: 0,
    failures: 0,
    lanes: manifest.lanes,
    lanesAsked: null,
    diversity: freshDiversity(manifest),
    takenPriorities: new Set(),
    steering: manifest.steering ?? NO_STEERING,
    steeredUpTo: 0,
    searchDone: null,
    idleTurns: 0,
    outstanding: nothingOutstanding(),
  };
}
