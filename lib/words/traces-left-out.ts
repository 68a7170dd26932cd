import type { TracesLeftOut } from '@/lib/domain/trace-examples';
import { count } from './numbers';

/** Reasons that left a trace out of the examples, in the order in which they are looked for. */
const LEFT_OUT_WORDS: Readonly<Record<keyof TracesLeftOut, string>> = {
  withoutTask: 'Without a task',
  withoutOutput: 'Without an output',
  cut: 'Task or output cut at 20,000 characters',
  unjudged: 'Without a score',
  notRight: 'Score below 1',
  maskedGroup: 'Session or user masked',
  repeated: 'Task of a newer trace',
  beyondCount: 'Beyond the number of examples',
  nearInLaterPart: 'Near-duplicate in a later part',
};

interface Line {
  readonly term: string;
  readonly value: string;
}

/** A line for each reason that left something out. */
export function leftOutLines(leftOut: TracesLeftOut): readonly Line[] {
  const reasons = Object.keys(LEFT_OUT_WORDS) as (keyof TracesLeftOut)[];
  return reasons
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => ({ term: LEFT_OUT_WORDS[reason], value: count(leftOut[reason]) }));
}
