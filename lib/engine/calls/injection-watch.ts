import type { JournaledAnswer } from '@/lib/ports/journal';

/**
 * Rollouts of an agent in which the prompt was never seen, among 20 in a row as their outcomes came. What it counts
 * depends on the order of arrival, so a decision on it is journaled.
 */
export interface InjectionWatch {
  note(answer: JournaledAnswer): void;
  /** The most of 20 in a row so far. */
  most(): { readonly notInjected: number; readonly rollouts: number };
}

const WINDOW = 20;

export function injectionWatch(): InjectionWatch {
  const recent: boolean[] = [];
  let most = { notInjected: 0, rollouts: 0 };
  return {
    note({ outcome }) {
      if (outcome.rollout === undefined) return;
      recent.push(!outcome.ok && outcome.cause.code === 'notInjected');
      if (recent.length > WINDOW) recent.shift();
      const notInjected = recent.filter((each) => each).length;
      if (notInjected > most.notInjected) most = { notInjected, rollouts: recent.length };
    },
    most: () => most,
  };
}
