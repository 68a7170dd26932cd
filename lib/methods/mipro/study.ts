import type { Candidate } from '@/lib/domain/candidate';
import type { Measurement } from '@/lib/domain/score';
import type { Rng } from '@/lib/random/seeded-rng';
import { type ParzenTrial, suggestChoices } from '@/lib/stats/categorical-parzen';
import { mean } from '@/lib/stats/summary';
import { candidateOf, type Demonstration } from './candidate-text';

/** Which instruction and which set of demonstrations: a point of the space that is searched. */
export interface Combination {
  readonly instruction: number;
  readonly demonstrations: number;
}

export interface BestFull {
  readonly candidate: Candidate;
  readonly score: Measurement;
}

/**
 * State of the search: the space, every trial, and what was measured on the whole selection split. Suggests by the
 * Parzen estimator; only whole measurements can make a candidate the best one.
 */
export class Study {
  private readonly trials: ParzenTrial[] = [];
  private readonly means = new Map<string, { readonly at: Combination; readonly scores: number[] }>();
  private readonly full = new Map<string, Measurement>();
  private bestSoFar: BestFull | null = null;

  constructor(
    private readonly instructions: readonly string[],
    private readonly sets: readonly (readonly Demonstration[])[],
  ) {}

  /** Combinations in all; one means that there is nothing to choose. */
  get size(): number {
    return this.instructions.length * this.sets.length;
  }

  /** Every combination was measured on the whole split. */
  get isExhausted(): boolean {
    return this.full.size >= this.size;
  }

  get best(): BestFull | null {
    return this.bestSoFar;
  }

  candidateAt({ instruction, demonstrations }: Combination): Candidate {
    return candidateOf(this.instructions[instruction] ?? '', this.sets[demonstrations] ?? []);
  }

  suggest(rng: Rng): Combination {
    const sizes = [this.instructions.length, this.sets.length];
    const [instruction = 0, demonstrations = 0] = suggestChoices({ sizes, trials: this.trials }, rng);
    return { instruction, demonstrations };
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

  /** Books a trial; whether it made this candidate the best one. */
  book(at: Combination, score: Measurement, isFull: boolean): boolean {
    const { instruction, demonstrations } = at;
    this.trials.push({ choices: [instruction, demonstrations], value: score.mean });
    if (!isFull) {
      const key = `${instruction}/${demonstrations}`;
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
 * Kinds of the turns after the first. On minibatches: `trials` trials, a whole measurement after every
 * `fullEvaluationEvery` of them, and one at the end. Where the split is no larger than a minibatch every trial is whole.
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
