/**
 * Which inputs of a plan are still open, each as a question to the person who is asked. An answer that
 * is not there is asked for and never filled in: there is no default in this file. Knows nothing of whether an answer
 * is right (./intake) nor of settings that do have a default (./intake-defaults).
 */
import type { IntakeAnswers, IntakeStep } from '@/lib/domain/intake';
import { ANY_METHOD } from '@/lib/domain/method-words';
import { MODEL_ROLES } from '@/lib/domain/model-role';
import { INPUT_RULES, type IntakeRuleId } from './rules/intake';

export interface Question {
  readonly ruleId: IntakeRuleId;
  readonly step: IntakeStep;
  /** The first answer that is missing, as the API names it. */
  readonly field: keyof IntakeAnswers;
  readonly question: string;
}

interface Asked {
  /** All of them are needed. */
  readonly fields: readonly (keyof IntakeAnswers)[];
  readonly question: string;
}

const ASKED: Readonly<Record<IntakeRuleId, Asked>> = {
  'R-030': { fields: ['taskId'], question: 'Which task is it?' },
  'R-031': {
    fields: ['inputShape'],
    question: 'What does an input look like: a JSON Schema, or one example?',
  },
  'R-032': { fields: ['outputShape'], question: 'What does a right output look like?' },
  'R-033': {
    fields: ['metricDirection', 'metricLow', 'metricHigh', 'metricUnit'],
    question: 'What is success measured in: direction, range and unit?',
  },
  'R-034': {
    fields: ['baselineScore', 'baselineSplit'],
    question: 'What does the current prompt score, and on which split was that measured?',
  },
  'R-035': { fields: ['serialMethod'], question: `Name the serial method: ${ANY_METHOD}.` },
  'R-036': { fields: ['serialVersion'], question: 'Which version of the serial method ran?' },
  'R-037': {
    fields: ['rolloutsToConverge'],
    question: 'After how many training rollouts did the serial run reach its plateau?',
  },
  'R-038': {
    fields: ['convergedScore'],
    question: 'What does the serial run score on held-out at its plateau?',
  },
  'R-039': { fields: ['hardwareType'], question: 'Which GPU or CPU does the work?' },
  'R-040': { fields: ['hardwareCount'], question: 'How many of them?' },
  'R-041': { fields: ['hardwareMemoryGb'], question: 'How much memory does each have, in GB?' },
  'R-042': { fields: ['hardwareNetwork'], question: 'What connects them?' },
  'R-043': {
    fields: ['hardwareSharing'],
    question: 'Do the optimiser and the task model share the hardware, or does each have its own?',
  },
  'R-026': {
    fields: ['models'],
    question: 'Which model proposes edits, which evaluates, and which serves the prompt?',
  },
  'R-044': { fields: ['rollouts'], question: 'How many training rollouts may it use in all?' },
  'R-045': { fields: ['tokens'], question: 'How many tokens may it use in all?' },
  'R-046': {
    fields: ['gpuSeconds'],
    question: 'How many GPU-seconds may it use, or is that not measured here?',
  },
  'R-047': { fields: ['deadlineMinutes'], question: 'After how many minutes does it have to be done?' },
  'R-048': { fields: ['binding'], question: 'Which part of the budget is the binding one?' },
  'R-049': { fields: ['datasetId'], question: 'Which data set is it measured on?' },
  'R-050': { fields: ['splitId'], question: 'Which registered split says what teaches and what measures?' },
  'R-051': { fields: ['scoringDigest'], question: 'Which scoring script, by its digest, gives the scores?' },
  'R-052': { fields: ['owner'], question: 'Who owns the evaluation set?' },
  'R-053': { fields: ['usedToTune'], question: 'Was the held-out part ever used to tune anything?' },
  'R-054': {
    fields: ['failureSentence', 'failureLevel'],
    question: 'What happens if the new prompt is worse in production, in one sentence, and how bad is that?',
  },
};

/** How many answers a plan needs. */
export const QUESTIONS_TOTAL = INPUT_RULES.length;

export function openQuestions(answers: IntakeAnswers): Question[] {
  return INPUT_RULES.flatMap(({ id, step }) => {
    const { fields, question } = ASKED[id];
    const open = fields.find((field) => isOpen(answers, field));
    return open === undefined ? [] : [{ ruleId: id, step, field: open, question }];
  });
}

function isOpen(answers: IntakeAnswers, field: keyof IntakeAnswers): boolean {
  const answer = answers[field];
  if (field === 'models') return MODEL_ROLES.some((role) => answers.models?.[role] === undefined);
  return answer === undefined || (typeof answer === 'string' && answer.trim() === '');
}
