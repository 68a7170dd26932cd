import type { ReplayView } from '@/lib/contracts/replay';
import { formatDuration, plural } from './numbers';
import type { Tone } from './tone';

/** Result of a replay, in words: whether the journal reproduces the run's result, and where it does not. */
interface ReplayWords {
  readonly tone: Tone;
  readonly title: string;
  readonly sentence: string;
}

export function describeReplay(replay: ReplayView): ReplayWords {
  const walked = `${plural(replay.facts, 'fact')} in ${formatDuration(replay.tookMs)}`;
  switch (replay.verdict) {
    case 'same':
      return {
        tone: 'good',
        title: 'The replay reached the same hash',
        sentence: `The result follows from the journaled answers and from nothing else (${walked}).`,
      };
    case 'different':
      return {
        tone: 'bad',
        title: 'The replay differs from the run',
        sentence: `${whereFirst(replay)}${replay.replayHash === null ? ` ${replay.explanation}` : ''}${versions(replay)}`,
      };
    case 'unfinished':
      return { tone: 'honey', title: 'The replay did not end', sentence: replay.explanation };
  }
}

function whereFirst({ firstDifference }: ReplayView): string {
  if (firstDifference === null) return 'No fact of the ledger differs; its hash does.';
  const { kind, key, seq } = firstDifference;
  if (kind === 'added') return `They first differ at ${key}, which only the replay states.`;
  const how = kind === 'changed' ? 'the replay states it otherwise' : 'the replay does not state it';
  return `They first differ at entry ${seq} of the ledger, ${key}: ${how}.`;
}

function versions({ codeVersion: { pinned, present } }: ReplayView): string {
  return pinned === present ? '' : ` The run was started with code version ${pinned}; this is ${present}.`;
}
