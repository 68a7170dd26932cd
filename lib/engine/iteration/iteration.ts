import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { PreemptionMode } from '@/lib/domain/scheduling';
import type { FactSink } from '@/lib/engine/fact-sink';
import type { Ask, MappedExample, Method } from '@/lib/methods/method';
import type { Journal } from '@/lib/ports/journal';
import type { Rng } from '@/lib/random/seeded-rng';
import type { ScreenParts } from './screen-iteration';

/** What goes into an iteration, what comes out, and the door of its map: the words that its parts share. */

export interface IterationInput {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly iteration: number;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly trainExamplesSeen: number;
  readonly trainExamples: number;
  readonly rng: Rng;
  readonly ask: Ask;
  readonly facts: FactSink;
  /** Whose model judges; absent = the evaluator's own. */
  readonly judge?: JudgeSeat;
  readonly journal: Journal;
  /** What keeps the edits diverse; its settings are absent where the run has no such rules. */
  readonly screening: Pick<ScreenParts, 'settings' | 'state' | 'embedder'>;
  /** What may cut the map short; absent = it always runs to its end. */
  readonly gate?: MapGate;
}

export interface IterationOutcome {
  readonly candidate: Candidate;
  /** Examples of its own that it waited for: the size that its delay belongs to. */
  readonly inTime: number;
  /** Scores of the minibatch, in example order; never on one series with held-out. */
  readonly scores: readonly number[];
  /** Ordinals of the reflections that took part. */
  readonly members: readonly number[];
  /** Examples without a usable answer, score or reflection. */
  readonly failures: number;
  /** Training answers that came, and those of them that could not be parsed. */
  readonly answered: number;
  readonly unreadable: number;
  /** Those of the failures that the provider answered with a refusal. */
  readonly rejections: number;
  /** Those that a hard cap or the deadline refused. */
  readonly refused: number;
  /** Mean prompt tokens of the generate calls: the covariate of the delay fit. */
  readonly promptTokens: number;
  /** What it left to the next iteration and took over from the last; absent where it waited for everything. */
  readonly carry?: Pick<FactData['iteration.closed'], 'late' | 'carried' | 'carriedBase'>;
}

/** An iteration as the loop closes it. */
export interface IterationDone {
  readonly plan: Pick<BatchPlan, 'size'>;
  readonly outcome: IterationOutcome;
  readonly startedMs: number;
  /** Set where the map was cut short for a candidate of higher priority. */
  readonly cut?: PreemptionMode | undefined;
  /** A measurement ran while its map did, and took of its lanes. */
  readonly disturbed?: boolean;
  /** It mapped no batch, so its delay says nothing of the batch size; it is booked like any other. */
  readonly unmapped?: boolean;
}

/** The door that the calls of the map go through (./preemption). */
export interface MapGate {
  readonly ask: Ask;
  isCut(error: unknown): boolean;
  /** The score of a rollout, as it comes in. */
  scored(reward: number): void;
  /** The map has ended: gives what stands of it. */
  close(mapped: readonly MappedExample[]): Promise<readonly MappedExample[]>;
}
