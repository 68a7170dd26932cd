import type { RunEnd, SearchEnd, SearchLimit } from '@/lib/domain/run-end';
import { calibrationSentence } from './evaluator';
import { count, percent, scoreWords } from './numbers';
import { storedOr } from './stored-sentence';

/** Why a run ended, with the numbers that decided it. */
export const runEndSentence = (end: RunEnd): string => storedOr(end, 'explanation', sentence);

/** How a walk through a run ended; without a reason it was paused. */
export const outcomeSentence = (outcome: RunEnd | { readonly reason: null }): string =>
  outcome.reason === null ? 'Paused; nothing paid was lost.' : runEndSentence(outcome);

function sentence({ reason, numbers }: RunEnd): string {
  switch (reason) {
    case 'stoppedByPerson':
      return numbers.measured === undefined
        ? 'A person stopped the run.'
        : `A person stopped the run after ${numbers.measured} of ${numbers.candidates} candidates.`;
    case 'providerDown':
      return `The provider answers, but it refused the last ${numbers.rejected} rollouts: look at its key, its model and its limits.`;
    case 'answersUnreadable':
      return `${count(numbers.unreadable)} of ${count(numbers.answers)} training answers after the second update cannot be parsed. Check the answer format in the task, raise the token limit, or choose another serving model.`;
    case 'promptNotSeen':
      return `The prompt was not in the agent's model calls in ${numbers.notInjected} of ${numbers.rollouts} rollouts in a row. Check that the agent reads the prompt from its job, or has the marker in its system text.`;
    case 'trainingDone':
      return trained(numbers.examples);
    case 'searchDone':
      return searchEnded(numbers);
    case 'targetReached':
      return `Held-out ${percent(numbers.mean)} is at least ${percent(numbers.lower)} with ${numbers.looks} looks allowed for, which reaches the target of ${percent(numbers.target)} (n = ${numbers.n}).`;
    case 'patienceSpent':
      return `${numbers.measurements} held-out measurements in a row brought nothing above ${percent(numbers.best)}.`;
    case 'budgetRollouts':
      return numbers.perExample === undefined
        ? `${count(numbers.used)} of ${count(numbers.cap)} rollouts are used; another example has no room.`
        : `A cap of ${numbers.cap} rollouts has no room for one example, which may take ${numbers.perExample}.`;
    case 'budgetTokens':
      return `${count(numbers.used)} of ${count(numbers.cap)} tokens are used; the next iteration would take about ${count(numbers.next)}.`;
    case 'budgetUsd':
      return `$${numbers.used.toFixed(4)} of $${numbers.cap} is used; the next iteration would take about $${numbers.next.toFixed(4)}.`;
    case 'budgetGpuSeconds':
      return `${numbers.used.toFixed(1)} of ${count(numbers.cap)} GPU-seconds are used; the next iteration would take about ${numbers.next.toFixed(1)}.`;
    case 'deadline':
      return numbers.reserveSeconds === null
        ? `The deadline of ${numbers.seconds} s has passed.`
        : `Of the ${numbers.seconds} s only the ${numbers.reserveSeconds} s are left that the last measurement needs.`;
    case 'evaluatorUncalibrated':
      return 'verdict' in numbers
        ? calibrationSentence(numbers)
        : `Judging a rollout costs $${numbers.usdPerRollout?.toFixed(6) ?? 'unknown'}, above the ceiling of $${numbers.ceilingUsd}, and no proxy is named.`;
    case 'measured': {
      const many = numbers.candidates === 1 ? '1 candidate was' : `${numbers.candidates} candidates were`;
      return `${many} measured on ${numbers.examples} examples of ${numbers.split}.`;
    }
  }
}

function trained(examples: number): string {
  if (examples === 0) return 'The train split holds no examples.';
  return `${examples === 1 ? 'The one training example was' : `All ${count(examples)} training examples were`} used.`;
}

function searchEnded(end: SearchEnd): string {
  switch (end.why) {
    case 'stepsMade':
      return `All ${end.steps} steps are made: ${end.perEpoch} an epoch.`;
    case 'trialsMade':
      return `All ${end.trials} trials are made.${end.best === null ? '' : ` The best reached ${scoreWords(end.best)} on the selection split.`}`;
    case 'noRoomForTrial':
      return `A cap left no room for trial ${end.trial}; the result is the best of the trials before it.`;
    case 'noSelection':
      return 'The selection split holds no examples, so no trial could be scored.';
    case 'noRoomForSeed':
      return 'The budget left no room to measure the original prompt on the selection split.';
    case 'limits':
      return end.limits.map(limitReached).join(' ');
    case 'idle':
      return `The search tried nothing in ${end.iterations} iterations in a row.`;
  }
}

function limitReached({ name, limit }: SearchLimit): string {
  switch (name) {
    case 'metricCalls':
      return `It made the ${limit} metric calls that it was given.`;
    case 'iterationsWithoutImprovement':
      return `The best candidate stayed the same for ${limit} iterations.`;
    case 'candidates':
      return `The pool holds the ${limit} candidates that it may hold.`;
    case 'proposals':
      return `It made the ${limit} proposals that it was given.`;
    case 'score':
      return `The best candidate reached ${limit} on the selection split.`;
  }
}
