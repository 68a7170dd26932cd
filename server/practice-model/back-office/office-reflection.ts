import { codesIn } from '../outcome';
import { type PromptPart, textOf } from '../prompt-parts';
import type { PracticeReply } from '../reply-shape';
import { adviceOf } from './advice';
import { rulesShownIn } from './audits';
import { officeTaskIn } from './practice-office';
import { isRuleId, RULES, type RuleId } from './rules';

/**
 * Reflector and critic on a trajectory of the back office. They know what the tools said in it, and nothing else: a rule that
 * no tool named is not learned from it.
 */
export function officeReflection(parts: readonly PromptPart[]): PracticeReply | null {
  const read = readTrajectory(parts);
  if (read === null) return null;
  const { isRight, shown, advice } = read;
  const reflection = {
    reasoning: isRight
      ? 'The ticket was settled as the office wants it.'
      : 'The clerk went straight to the action and found out about the rule afterwards.',
    error_identification: isRight ? 'No error found.' : 'The end state of the office is not the right one.',
    root_cause_analysis: isRight
      ? 'Nothing went wrong.'
      : `The clerk did not act by ${shown.length === 0 ? 'a rule that no tool named' : shown.map((rule) => RULES[rule].policy).join(' ')}`,
    correct_approach:
      advice.length === 0 ? 'Read the policy before you act.' : 'Look the rule up first, then act by it.',
    key_insight: advice.length === 1 ? advice[0] : advice,
    bullet_tags: bulletTags(textOf(parts, 'bullets_used') ?? '', shown, isRight),
  };
  return { text: JSON.stringify(reflection), note: null };
}

export function officeCriticism(parts: readonly PromptPart[]): PracticeReply | null {
  const read = readTrajectory(parts);
  if (read === null) return null;
  const criticism = {
    criticism_of_answer: read.isRight
      ? 'The ticket was settled as the office wants it.'
      : 'The end state of the office is not the right one.',
    criticism_of_prompt: 'The prompt should tell a clerk about the rules that this ticket touches.',
    changes: read.advice,
  };
  return { text: JSON.stringify(criticism), note: null };
}

interface Read {
  readonly isRight: boolean;
  readonly shown: readonly RuleId[];
  readonly advice: readonly string[];
}

function readTrajectory(parts: readonly PromptPart[]): Read | null {
  const task = officeTaskIn(textOf(parts, 'question') ?? '');
  if (task === undefined) return null;
  const shown = rulesShownIn(parts.map(({ body }) => body).join('\n'));
  const isRight = /^The answer is right/m.test(textOf(parts, 'feedback') ?? '');
  return { isRight, shown, advice: shown.map((rule) => adviceOf(rule, task.id)) };
}

function bulletTags(bulletsUsed: string, shown: readonly RuleId[], isRight: boolean) {
  return bulletsUsed.split('\n').flatMap((line) => {
    const id = /\[([^\]\s]+-\d+)\]/.exec(line)?.[1];
    if (id === undefined) return [];
    const isOfTicket = codesIn(line).some((code) => isRuleId(code) && shown.includes(code));
    return [{ id, tag: !isOfTicket ? 'neutral' : isRight ? 'helpful' : 'harmful' }];
  });
}
