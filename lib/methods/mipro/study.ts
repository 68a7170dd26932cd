import type { Candidate } from '@/lib/domain/candidate';
import { WHOLE_TEXT } from '@/lib/domain/components';
import type { Measurement } from '@/lib/domain/score';
import type { Rng } from '@/lib/random/seeded-rng';
import { type ParzenTrial, suggestChoices } from '@/lib/stats/categorical-parzen';
import { mean } from '@/lib/stats/summary';
import { candidateOf, type Demonstration } from './candidate-text';

/** The space of the search. */
export interface SearchSpace {
  /** Instructions of each component, by its name; the first of each is the original. */
  readonly instructions: ReadonlyMap<string, readonly string[]>;
  readonly sets: readonly (readonly Demonstration[])[];
}

/** A point of the space: an instruction for each component, in order, and a set of demonstrations. */
export interface Combination {
  readonly instructions: readonly number[];
  readonly demonstrations: number;
}

export interface BestFull {
  readonly candidate: Candidate;
  readonly score: Measurement;
}

/**
 * State of the search: the space, every trial, and the measurements on the whole selection split. Suggests by
 * the Parzen estimator; only full measurements can make a candidate the best one.
 */
export class Study {
  private readonly trials: ParzenTrial[] = [];
  private readonly means = new Map<string, { readonly at: Combination; readonly scores: number[] }>();
  private readonly full = new Map<string, Measurement>();
  private bestSoFar: BestFull | null = null;

  constructor(private readonly space: SearchSpace) {}

  /** Number of combinations; with one there is nothing to choose. */
  get size(): number {
    return this.sizes.reduce((product, size) => product * size, 1);
  }

  /** Every combination was measured on the whole split. */
  get isExhausted(): boolean {
    return this.full.size >= this.size;
  }

  get best(): BestFull | null {
    return this.bestSoFar;
  }

  /** The original instructions without demonstrations. */
  get original(): Combination {
    return { instructions: [...this.space.instructions].map(() => 0), demonstrations: 0 };
  }

  candidateAt({ instructions, demonstrations }: Combination): Candidate {
    const texts = [...this.space.instructions].map(
      ([name, options], index) => [name, options[instructions[index] ?? 0] ?? ''] as const,
    );
    return candidateOf(new Map(texts), this.space.sets[demonstrations] ?? []);
  }

  /** The choices by name, as recorded in the ledger. */
  choicesAt({ instructions, demonstrations }: Combination): Readonly<Record<string, number>> {
    const names = [...this.space.instructions.keys()].map((name) =>
      name === WHOLE_TEXT ? 'instruction' : `instruction of ${name}`,
    );
    return {
      ...Object.fromEntries(names.map((name, index) => [name, instructions[index] ?? 0])),
      demonstrations,
    };
  }

  suggest(rng: Rng): Combination {
    const choices = suggestChoices({ sizes: this.sizes, trials: this.trials }, rng);
    return { instructions: choices.slice(0, -1), demonstrations: choices.at(-1) ?? 0 };
  }

  private get sizes(): number[] {
    return [...[...this.space.instructions.values()].map(({ length }) => length), this.space.sets.length];
  }

  /** The combination with the best mean over its trials that was never measured on the whole split. */
  mostPromising(): Combination | null {
    let best: { readonly at: Combination; readonly value: number } | null = null;
    for (const { at, scores } of this.means.values()) {
      const value = mean(scores) ?? 0;
      const isOpen = !this.full.has(this.candidateAt(at).hash);
      // Equal values: the first one tried wins.
      if (isOpen && (best === null || value > best.value)) best = { at, value };
    }
    return best?.at ?? null;
  }

  knownFull(hash: string): Measurement | undefined {
    return this.full.get(hash);
  }

  /** Records a trial; returns whether it made this candidate the best one. */
  book(at: Combination, score: Measurement, isFull: boolean): boolean {
    const choices = [...at.instructions, at.demonstrations];
    this.trials.push({ choices, value: score.mean });
    if (!isFull) {
      const key = choices.join('/');
      const known = this.means.get(key) ?? { at, scores: [] };
      known.scores.push(score.mean);
      this.means.set(key, known);
      return false;
    }
    const candidate = this.candidateAt(at);
    this.full.set(candidate.hash, score);
    const isBest = this.bestSoFar === null || score.mean > this.bestSoFar.score.mean;
    if (isBest) this.bestSoFar = { candidate, score };
    return isBest;
  }
}

/**
 * Kinds of the turns after the first. On minibatches: `trials` trials, a full measurement after every
 * `fullEvaluationEvery` of them, and one at the end. If the split is no larger than a minibatch, every trial
 * is full.
 */
export type TurnKind = 'trial' | 'full' | 'wholeTrial';

export function turnsOf(
  { trials, fullEvaluationEvery, minibatch }: Record<'trials' | 'fullEvaluationEvery' | 'minibatch', number>,
  selection: number,
): TurnKind[] {
  if (selection <= minibatch) return Array.from({ length: trials }, () => 'wholeTrial');
  const turns: TurnKind[] = [];
  for (let trial = 1; trial <= trials; trial += 1) {
    turns.push('trial');
    if (trial % fullEvaluationEvery === 0 || trial === trials) turns.push('full');
  }
  return turns;
}
