import type { Components } from '@/lib/domain/components';
import type { GepaSettings } from '@/lib/domain/method-settings';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import { candidateKey } from './candidate-key';

/**
 * Which children of an iteration are let in: first each must do better than its parent on the examples that it was made
 * from, then a rule says how many of those stay, and of identical ones only the first. Decisions are values with a
 * reason; nothing is measured here.
 */
export interface Trial {
  readonly child: Components;
  /** Scores of parent and child on the same minibatch, in the same order. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface Judgement {
  /** Which trials, in the order in which they enter the pool. */
  readonly letIn: readonly number[];
  /** One a trial: why it was let in, or why not. */
  readonly reasons: readonly ProposalReason[];
}

/** Left to right, as the published sums are: 0.1 + 0.2 is not 0.3 here either. */
export const sumOf = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0);

export function improves(trial: Omit<Trial, 'child'>, rule: GepaSettings['acceptance']): boolean {
  const [before, after] = [sumOf(trial.before), sumOf(trial.after)];
  return rule === 'strict' ? after > before : after >= before;
}

export function judgeTrials(
  trials: readonly Trial[],
  rules: Pick<GepaSettings, 'acceptance' | 'keep'>,
): Judgement {
  const improving = trials.filter((trial) => improves(trial, rules.acceptance));
  const kept = keptOf(improving, rules.keep);
  const letIn = onceEach(kept);
  const reasonOf = (trial: Trial): ProposalReason => {
    const sums = { before: sumOf(trial.before), after: sumOf(trial.after) };
    if (letIn.includes(trial)) return { code: 'gained', ...sums };
    if (kept.includes(trial)) return { code: 'sameAsSibling' };
    if (improving.includes(trial)) return { code: 'gainedLess', ...sums };
    return { code: rules.acceptance === 'strict' ? 'noGain' : 'lost', ...sums };
  };
  return { letIn: letIn.map((trial) => trials.indexOf(trial)), reasons: trials.map(reasonOf) };
}

/** The trials that a rule keeps, all of them improving; best gain first where it ranks, the earlier of equals. */
function keptOf(improving: readonly Trial[], rule: GepaSettings['keep']): readonly Trial[] {
  if (rule.kind === 'all') return improving;
  const ranked = [...improving].sort((a, b) => gainOf(b) - gainOf(a));
  return ranked.slice(0, rule.kind === 'best' ? 1 : rule.k);
}

const gainOf = ({ before, after }: Trial) => sumOf(after) - sumOf(before);

function onceEach(trials: readonly Trial[]): readonly Trial[] {
  const first = new Map<string, Trial>();
  for (const trial of trials) {
    const key = candidateKey(trial.child);
    if (!first.has(key)) first.set(key, trial);
  }
  return [...first.values()];
}
