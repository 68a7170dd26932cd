import type { FactData } from '@/lib/domain/ledger-entry';
import type { Away } from '@/lib/domain/run';
import { storedOr } from './stored-sentence';

/** Why a run paused by itself; null where a person paused it. */
export function pausedSentence(fact: FactData['run.paused']): string | null {
  return storedOr(fact, 'reason', ({ away }) => (away ? awaySentence(away) : '')) || null;
}

export function awaySentence({ noun, name, sinceMs }: Away): string {
  const minutes = Math.floor(sinceMs / 60_000) % 1440;
  const since = [Math.floor(minutes / 60), minutes % 60].map((n) => `${n}`.padStart(2, '0')).join(':');
  const fails = noun === 'evaluator' ? 'has given no score' : 'has not answered';
  return `The ${noun} ${name} ${fails} since ${since} UTC. Nothing paid was lost: resume the run when it is back.`;
}
