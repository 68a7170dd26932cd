import type { ScoringKind } from './scoring';
import type { Task } from './task';

/**
 * Texts for each kind of scoring: in the task form, in reports, and in the prompt of a task whose author
 * wrote none. A change to the prompt's text changes the results of tasks made afterwards.
 */
export type TaskWording = Pick<Task, 'instructions' | 'inputShape' | 'outputShape'>;

export interface ScoringField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type: 'text' | 'number' | 'longText';
}

interface ScoringWords extends TaskWording {
  /** Name in the list of the task form. */
  readonly label: string;
  /** The averaged quantity, in a report. */
  readonly metric: string;
  /** Settings that the form shows as plain fields. */
  readonly fields?: readonly ScoringField[];
}

const ANSWER = { instructions: 'Answer the question.', inputShape: 'A question.' };

export const SCORING_WORDS: Readonly<Record<ScoringKind, ScoringWords>> = {
  formula: {
    label: 'Formula (published scorer)',
    metric: 'Share of right answers, checked as Formula does',
    instructions:
      'Work out a question from finance with the formula that fits it. Answer with the resulting number alone, in plain decimal notation.',
    inputShape: 'A question with its figures.',
    outputShape: 'One number, rounded to two decimals where it has more.',
  },
  finer: {
    label: 'FiNER (published scorer)',
    metric: 'Share of right tags, checked as FiNER does',
    instructions:
      'Choose the US GAAP tag for each marked number of a financial statement from the list of options. Answer with the tags alone, in the order of the questions, separated by commas.',
    inputShape: 'Tag options and sentences with marked numbers.',
    outputShape: 'Tags separated by commas, one a question.',
  },
  exactMatch: {
    label: 'Exact match',
    metric: 'Share of answers that match exactly',
    instructions: 'Answer the question with the wanted text alone.',
    inputShape: 'A question.',
    outputShape: 'A short text that is compared letter by letter.',
  },
  numericTolerance: {
    label: 'Number within a tolerance',
    metric: 'Share of numbers within the tolerance',
    instructions: 'Answer the question with one number alone.',
    inputShape: 'A question.',
    outputShape: 'One number in plain decimal notation.',
    fields: [
      { name: 'absolute', label: 'Absolute tolerance', hint: 'As in 0.01', type: 'number' },
      { name: 'relative', label: 'Relative tolerance', hint: 'As in 0.02 for 2 %', type: 'number' },
    ],
  },
  regex: {
    label: 'Regular expression',
    metric: 'Share of answers that fit the pattern',
    ...ANSWER,
    outputShape: 'A text in which a pattern is looked for.',
    fields: [
      {
        name: 'pattern',
        label: 'Pattern',
        hint: '{{expected}} is replaced by the expected text',
        type: 'text',
      },
    ],
  },
  jsonField: {
    label: 'A field of a JSON answer',
    metric: 'Share of right fields of the answer',
    instructions: 'Answer the question with one JSON value alone.',
    inputShape: 'A question.',
    outputShape: 'JSON, one field of which is compared.',
    fields: [
      { name: 'path', label: 'Place in the answer', hint: 'As in result.value', type: 'text' },
      {
        name: 'expectedPath',
        label: 'Place in the expected answer',
        hint: 'Empty: the whole text',
        type: 'text',
      },
    ],
  },
  judge: {
    label: 'Judged by the evaluator model',
    metric: 'Score of a judging model under the rubric of the task',
    ...ANSWER,
    outputShape: 'A text that a model judges by a rubric.',
    fields: [{ name: 'rubric', label: 'Rubric', hint: 'What makes an answer right', type: 'longText' }],
  },
  command: {
    label: 'A program that the operator has named',
    metric: 'Score of a program that the operator has named',
    ...ANSWER,
    outputShape: 'A text that a program scores.',
  },
  http: {
    label: 'An HTTP evaluator',
    metric: 'Score of an outside endpoint',
    ...ANSWER,
    outputShape: 'A text that an evaluator scores.',
  },
  environment: {
    label: 'The environment of each task',
    metric: 'Reward of the environment',
    instructions: 'Solve the task in its environment.',
    inputShape: 'An instruction.',
    outputShape: 'The state that the agent leaves behind.',
  },
};

/** For a task whose candidate itself is scored: only the proposer reads it. */
export const ARTEFACT_WORDING: TaskWording = {
  instructions: 'Improve the artefact: it is scored as it is.',
  inputShape: 'What the artefact is for.',
  outputShape: 'The artefact.',
};
