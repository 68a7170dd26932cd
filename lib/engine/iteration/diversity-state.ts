import type { UnitVector } from '@/lib/combee/diversity/similarity';
import type { Candidate } from '@/lib/domain/candidate';
import type { WeightedOperator } from '@/lib/domain/diversity';
import type { RunManifest } from '@/lib/domain/manifest';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { Measurement } from '@/lib/domain/score';

/**
 * State of the loop's diversity between two iterations. All of it follows from journaled answers, so a resumed run
 * and a replay come to the same.
 */
export interface DiversityState {
  weights: readonly WeightedOperator[];
  /** Since the selection split was last measured. */
  readonly credits: Map<OperatorKind, { used: number; kept: number }>;
  /** Whether the last iteration collapsed; null before the first. */
  collapsed: boolean | null;
  collapsedInARow: number;
  /** Measurements on the selection split, oldest first. */
  readonly selection: { readonly candidateHash: string; readonly score: Measurement }[];
  /** The lineage that waits while a fresh one is tried. */
  parked: Candidate | null;
  /** Vectors of what the candidate says, so that only what is new is embedded. */
  readonly vectors: Map<string, UnitVector>;
}

export function freshDiversity({ diversity }: RunManifest): DiversityState | null {
  if (diversity === undefined) return null;
  return {
    weights: diversity.operators,
    credits: new Map(),
    collapsed: null,
    collapsedInARow: 0,
    selection: [],
    parked: null,
    vectors: new Map(),
  };
}

/** Whether this run asks the selection split at all; without examples there the weights stay and nothing is re-seeded. */
export function measuresSelection({ diversity, lanesMax, split, method }: RunManifest): boolean {
  if (diversity === undefined || split.counts.selection === 0) return false;
  // Operators are lenses of ACE's reflections; a search draws none and has no weights to adapt.
  const adapts = diversity.adaptAfterIteration !== null && method.name === 'ace';
  return adapts || lanesMax !== undefined;
}
