import type { Components } from '@/lib/domain/components';
import { listField } from './case-fields';
import type { GoldenCase } from './golden-adapter';
import { objectField, textsByName } from './object-field';

/** Reads what a recorded run of the peer was given: its questions, its first candidate, and what its models said. */
export interface PeerQuestion {
  readonly input: string;
  readonly answer: string;
}

export function questions(testCase: GoldenCase, name: string): readonly PeerQuestion[] {
  return listField(testCase, name) as readonly PeerQuestion[];
}

/** A candidate of one component is recorded as its text. */
export function firstCandidate(testCase: GoldenCase): Components {
  const [first] = objectField(testCase, 'result').candidates as readonly unknown[];
  return typeof first === 'string' ? new Map([['system_prompt', first]]) : textsByName(first);
}

export function recordedReplies(testCase: GoldenCase): ReadonlyMap<string, string> {
  const replies = listField(testCase, 'reflection_replies') as readonly { prompt: string; reply: string }[];
  return new Map(replies.map(({ prompt, reply }) => [prompt, reply]));
}

const RECORD = /# Example \d+\n## Inputs\n(.*)\n\n## Generated Outputs\n(.*)\n\n## Feedback\n(.*)\n\n/g;

/** Feedback of the peer's evaluator by question and output, read from the prompts that contain it. */
export function recordedFeedback(testCase: GoldenCase): ReadonlyMap<string, string> {
  const said = [...recordedReplies(testCase).keys()].flatMap((prompt) =>
    [...prompt.matchAll(RECORD)].map(
      ([, question, output, feedback = '']) => [JSON.stringify([question, output]), feedback] as const,
    ),
  );
  return new Map(said);
}
