import type { ScoringKind, Task } from '@/lib/domain/task';

/**
 * What a task says to the generator where its author says nothing else: a sentence or two for each kind of scoring.
 * The words go into prompts, so a change of them changes the results of tasks made afterwards.
 */
export type TaskWording = Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;

/** Where the candidate itself is scored there is nobody to instruct but those who improve it. */
export const ARTEFACT_WORDING: TaskWording = {
  instructions: 'Improve the artefact: it is scored as it stands.',
  inputShape: 'What the artefact is for.',
  outputShape: 'The artefact.',
};

export const TASK_WORDING: Readonly<Record<ScoringKind, TaskWording>> = {
  formula: {
    instructions:
      'Work out a question from finance with the formula that fits it. Answer with the resulting number alone, in plain decimal notation.',
    inputShape: 'A question with its figures.',
    outputShape: 'One number, rounded to two decimals where it has more.',
  },
  finer: {
    instructions:
      'Choose the US GAAP tag for each marked number of a financial statement from the list of options. Answer with the tags alone, in the order of the questions, separated by commas.',
    inputShape: 'Tag options and sentences with marked numbers.',
    outputShape: 'Tags separated by commas, one a question.',
  },
  exactMatch: {
    instructions: 'Answer the question with the wanted text alone.',
    inputShape: 'A question.',
    outputShape: 'A short text that is compared letter by letter.',
  },
  numericTolerance: {
    instructions: 'Answer the question with one number alone.',
    inputShape: 'A question.',
    outputShape: 'One number in plain decimal notation.',
  },
  regex: {
    instructions: 'Answer the question.',
    inputShape: 'A question.',
    outputShape: 'A text in which a pattern is looked for.',
  },
  jsonField: {
    instructions: 'Answer the question with one JSON value alone.',
    inputShape: 'A question.',
    outputShape: 'JSON, one field of which is compared.',
  },
  judge: {
    instructions: 'Answer the question.',
    inputShape: 'A question.',
    outputShape: 'A text that a model judges by a rubric.',
  },
  command: {
    instructions: 'Answer the question.',
    inputShape: 'A question.',
    outputShape: 'A text that a program scores.',
  },
  http: {
    instructions: 'Answer the question.',
    inputShape: 'A question.',
    outputShape: 'A text that an evaluator scores.',
  },
};
