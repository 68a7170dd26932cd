import { codesIn } from '../outcome';
import { type PromptPart, textOf } from '../prompt-parts';
import type { PracticeReply } from '../reply-shape';
import { houseAdviceOf, houseRulesNamedIn, isHouseRuleId } from './house-rules';
import { seedBankTask } from './seed-bank-tasks';

/**
 * Reflector and critic on an attempt at a practice task. They know the house rules that its tests named as broken, and
 * nothing else.
 */
interface Read {
  readonly isRight: boolean;
  readonly advice: readonly string[];
  readonly named: readonly string[];
}

function readAttempt(parts: readonly PromptPart[]): Read | null {
  const task = seedBankTask(textOf(parts, 'question') ?? '');
  if (task === undefined) return null;
  const named = houseRulesNamedIn(parts.map(({ body }) => body).join('\n'));
  const isRight = /^The answer is right/m.test(textOf(parts, 'feedback') ?? '');
  return { isRight, named, advice: named.map((rule) => houseAdviceOf(rule, task.id)) };
}

/** Null where the question is none of a practice task. */
export function seedBankReflection(parts: readonly PromptPart[]): PracticeReply | null {
  const read = readAttempt(parts);
  if (read === null) return null;
  const { isRight, advice, named } = read;
  const reflection = {
    reasoning: isRight
      ? 'The task was solved, and the house rules were kept.'
      : 'The task was solved without its house rules.',
    error_identification: isRight ? 'No error found.' : 'Tests of the house rules failed.',
    root_cause_analysis: isRight ? 'Nothing went wrong.' : 'The agent did not know the rules of the house.',
    correct_approach: 'Keep the house rules that the files of the task touch.',
    key_insight: advice.length === 1 ? advice[0] : advice,
    bullet_tags: bulletTags(textOf(parts, 'bullets_used') ?? '', named, isRight),
  };
  return { text: JSON.stringify(reflection), note: null };
}

export function seedBankCriticism(parts: readonly PromptPart[]): PracticeReply | null {
  const read = readAttempt(parts);
  if (read === null) return null;
  const criticism = {
    criticism_of_answer: read.isRight ? 'The task was solved.' : 'Tests of the house rules failed.',
    criticism_of_prompt: 'The prompt should say the house rules that this task touches.',
    changes: read.advice,
  };
  return { text: JSON.stringify(criticism), note: null };
}

/** Lessons of an attempt that a text tells of; undefined where it quotes no practice task. */
export function adviceFromAttempt(question: string, text: string): string[] | undefined {
  const task = seedBankTask(question);
  return task && houseRulesNamedIn(text).map((rule) => houseAdviceOf(rule, task.id));
}

function bulletTags(bulletsUsed: string, named: readonly string[], isRight: boolean) {
  return bulletsUsed.split('\n').flatMap((line) => {
    const id = /\[([^\]\s]+-\d+)\]/.exec(line)?.[1];
    const rules = codesIn(line).filter(isHouseRuleId);
    if (id === undefined || rules.length === 0) return id === undefined ? [] : [{ id, tag: 'neutral' }];
    const isBroken = rules.some((rule) => named.includes(rule));
    return [{ id, tag: isBroken ? 'harmful' : isRight ? 'helpful' : 'neutral' }];
  });
}
