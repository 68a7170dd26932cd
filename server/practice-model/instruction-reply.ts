import type { AnswerKeys } from './answer-keys';
import { insightsOn } from './insight-text';
import { keptLines, linesOf, withLines } from './kept-lines';
import { entriesOf } from './optimiser-reply';
import { codesIn } from './outcome';
import type { PracticeCall } from './practice-call';
import { type PromptPart, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * MIPROv2's three writing roles. They see no trace and no criticism, only examples and notes: each example that is shown
 * names its insight, each note that carries one passes it on, and both are kept with probability rho(m), m = examples
 * and notes of the call. What a role is not shown it cannot write.
 */

export function observerReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const examples = entriesOf(parts, 'data_examples', 'data_example');
  const kept = keptLines(
    examples.map((text) => insightOf(text, call.keys)),
    call,
  );
  return {
    text: [`The ${examples.length} examples ask for one short answer each.`, ...kept].join('\n'),
    note: null,
  };
}

export function dataSummariserReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const notes = entriesOf(parts, 'data_observations', 'data_observation').map(teachingLines);
  const kept = keptLines(notes, call);
  return { text: ['The task asks for one short answer to each question.', ...kept].join('\n'), note: null };
}

export function instructionReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const shown = entriesOf(parts, 'prompt_demonstrations', 'prompt_demonstration');
  const summary = textOf(parts, 'data_summary');
  const inputs = [
    ...shown.map((text) => insightOf(text, call.keys)),
    ...(summary === undefined ? [] : [teachingLines(summary)]),
  ];
  const instruction = withLines(textOf(parts, 'current_prompt') ?? '', keptLines(inputs, call));
  return { text: `<proposed_instruction>\n${instruction}\n</proposed_instruction>`, note: null };
}

/** None where the question is in no key, or was shortened on its way here. */
function insightOf(example: string, keys: AnswerKeys): string[] {
  const question =
    /^Question: ([\s\S]*?)(?:\n(?:Context|Reasoning|Answer): |$(?![\s\S]))/.exec(example)?.[1] ?? '';
  return [...insightsOn(question, keys)];
}

const teachingLines = (text: string) => linesOf(text).filter((line) => codesIn(line).length > 0);
