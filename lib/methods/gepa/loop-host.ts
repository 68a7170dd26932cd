import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import type { Objectives } from './frontier';

/**
 * The loop's requests to the world. The product answers with a run's tools (./search-host), a check against the
 * published code with recorded replies. Every method takes all that an iteration has at once, so that the host
 * can answer in one wave; results come back in the order of the tasks.
 *
 * Nothing throws for a bad example or reply: those are scores of 0, missing scores and proposals without texts.
 */
export interface LoopHost<Evidence> {
  readonly trainExamples: number;
  readonly selectionExamples: number;
  /** Selection positions are train positions: there is no split of its own to select on. */
  readonly selectsOnTrain: boolean;
  /** Positions in the train split for one proposal; empty where there is nothing left to draw. */
  nextMinibatch(iteration: number): readonly number[];
  /** Parents on their minibatches, with what can be learned from that. */
  mapParents(tasks: readonly MinibatchTask[]): Promise<readonly MappedMinibatch<Evidence>[]>;
  /** New texts for the named components of each parent. */
  propose(jobs: readonly ProposalJob<Evidence>[]): Promise<readonly Proposed[]>;
  /** Children on the minibatches of their parents. */
  tryChildren(tasks: readonly MinibatchTask[]): Promise<readonly Scored[]>;
  /** Candidates on examples of the selection split. */
  measure(tasks: readonly SelectionTask[]): Promise<readonly Scored[]>;
}

interface Task {
  /** Which proposal of the iteration; work of two of them must not meet. */
  readonly proposal: number;
  readonly components: Components;
}

export interface MinibatchTask extends Task {
  readonly minibatch: readonly number[];
}

export interface SelectionTask extends Task {
  readonly examples: readonly number[];
  /** A merge is tried on a few examples before it is measured on all of them. */
  readonly why: 'trial' | 'measurement';
}

export interface ProposalJob<Evidence> extends Task {
  /** The components to rewrite. */
  readonly names: readonly string[];
  readonly evidence: Evidence;
}

/** One value an example, in the order of the task's examples; a missing score (null) counts nowhere. */
export interface Scored {
  readonly scores: readonly (number | null)[];
  readonly objectives: readonly Objectives[];
  /** False where a cap refused some of it: then nothing is decided by it. */
  readonly isComplete: boolean;
}

export interface MappedMinibatch<Evidence> extends Scored {
  /** Null where there is nothing to learn from. */
  readonly evidence: Evidence | null;
}

export interface Proposed {
  /** By component; empty where nothing usable came. */
  readonly texts: Components;
  /** Why texts are missing; null where none is. */
  readonly fault: ProposalReason | null;
}
