import type { Candidate } from '@/lib/domain/candidate';
import type { Cause } from '@/lib/domain/cause';
import type { Example } from '@/lib/domain/example';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { SearchEnd } from '@/lib/domain/run-end';
import type { Measurement } from '@/lib/domain/score';
import type { Update } from '@/lib/domain/update';
import type { Rng } from '@/lib/random/seeded-rng';
import type { Answer, Ask, MappedExample, Method } from './method';

/**
 * How a method goes from iteration to iteration where one line of candidates is not enough: GEPA keeps a pool and
 * tries each child before it lets it in, TextGrad takes a worse prompt back, MIPROv2 searches combinations.
 *
 * A search is a deterministic program like the loop around it: it decides by its arguments, by what its tools gave it
 * and by the streams that it is handed, so a re-run over the journal walks the same path. It keeps its state in the
 * closure that `openSearch` makes, and never touches journal, budget, clock or ledger but through its tools.
 */
export interface Search {
  /** Once, before the first iteration: what must be known of the seed. Its calls belong to iteration -1. */
  begin?(tools: SearchTools): Promise<void>;
  /** One iteration. Throws nothing for bad examples or replies: those are data. */
  turn(tools: SearchTools): Promise<SearchTurn>;
}

/** A fresh state for each run of the loop; one of a re-run comes to the same by walking the same path. */
export type OpenSearch = (manifest: RunManifest, seed: Candidate) => Search;

/** A method that keeps more than one line of candidates: it says itself what an iteration is. */
export interface SearchingMethod extends Method {
  readonly openSearch: OpenSearch;
}

export const isSearching = (method: Method): method is SearchingMethod => 'openSearch' in method;

/** Tools that an iteration gives a search. */
export interface SearchTools {
  readonly manifest: RunManifest;
  readonly iteration: number;
  /** The planned batch size: examples that a proposal learns from. */
  readonly size: number;
  /** The index-th minibatch of `size` from here on in the run's own training order; shorter at the end of an epoch. */
  take(index: number): readonly Example[];
  /** All of them, for a method that draws its minibatches itself. */
  readonly train: readonly Example[];
  /** Examples by which candidates are chosen (GEPA's validation set); never held-out. */
  readonly selection: readonly Example[];
  /** Random stream of this run and iteration; fork it by a label for each purpose. */
  readonly rng: Rng;
  readonly ask: Ask;
  /** MAP: answers, scores and reflects under the candidate, and tells the ledger. */
  map(input: MapCall): Promise<readonly MappedExample[]>;
  /** Answers and scores, without a reflection: on training examples as rollouts, on selection as evaluation. */
  rollouts(input: RolloutCall): Promise<readonly Rollout[]>;
  /** SHUFFLE and REDUCE: reflections into one update, as the manifest's aggregation says. */
  reduce(input: ReduceCall): Promise<ReducedUpdate>;
  /** Tells the ledger, under a key that is unique among facts of its type. */
  emit<T extends FactType>(type: T, key: string, data: FactData[T]): void;
}

/** Where in the iteration calls and facts stand: proposals of one iteration must not meet. 0 and up. */
export interface SearchPlace {
  readonly proposal: number;
}

export interface MapCall extends SearchPlace {
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
}

export interface RolloutCall extends SearchPlace {
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly on: 'train' | 'selection';
  /** Distinguishes sets of rollouts of one proposal: 0 for the first, 1 for the next. */
  readonly series: number;
}

export interface Rollout {
  readonly exampleId: string;
  readonly on: RolloutCall['on'];
  readonly answer: Answer;
  /** Why there is no usable answer or no score. */
  readonly cause: Cause | null;
  /** Null = missing. */
  readonly score: number | null;
  /** Further objectives where the evaluator gave them; empty otherwise. */
  readonly objectives: Readonly<Record<string, number>>;
}

export interface ReduceCall extends SearchPlace {
  readonly base: Candidate;
  readonly reflections: readonly Reflection[];
  /** Which component of the candidate is rewritten, where it has several; passed on to the method. */
  readonly component?: string;
  /** Lessons of earlier iterations; passed on to the method. */
  readonly earlier?: readonly string[];
  /** The order of the copies, for a method that repeats the draws of another program; asked before the first await. */
  readonly shuffle?: (ordinals: readonly number[]) => readonly number[];
  /** Distinguishes reduces of one proposal: 0 for the first component, 1 for the next. */
  readonly series: number;
}

export interface ReducedUpdate {
  /** Not applied yet. Without edits and text where nothing usable came. */
  readonly update: Update;
  readonly calls: number;
}

/** Result of an iteration. */
export interface SearchTurn {
  /** Candidate that held-out measures next: the best one by the method's own criterion. */
  readonly candidate: Candidate;
  /** Training examples of the run's order that it used up; a method that draws its own says how many it drew. */
  readonly seen: number;
  /** Scores of the parents on their minibatches, without missing ones; never on one series with held-out. */
  readonly scores: readonly number[];
  /** Mapped examples of every proposal, for the counts of failures and refusals. */
  readonly mapped: readonly MappedExample[];
  /** Rollouts outside the map; their failures and refusals count like those of the map. */
  readonly rollouts?: readonly Rollout[];
  /** The method's own word that there is nothing more to do, with its reason. */
  readonly done?: SearchEnd;
  /** The mean score on selection of `candidate`, where it was measured. */
  readonly selection?: Measurement;
}
