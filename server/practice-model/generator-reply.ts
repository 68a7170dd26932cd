import { afterEffects, notesMark } from './optional-effects';
import { codesIn, isAnsweredRight } from './outcome';
import { wrongAnswer } from './plausible-answer';
import type { PracticeCall } from './practice-call';
import { type PromptPart, textOf } from './prompt-parts';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from './reply-shape';

/** Which bullets of a prompt teach which code; a line without an id teaches too, but cannot be cited. */
export type TaughtCodes = ReadonlyMap<string, readonly string[]>;

const BULLET_ID = /^\s*(?:[-*]\s*)?\[([^\]\s]+-\d+)\]/;

export function taughtCodesIn(text: string): TaughtCodes {
  const taught = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const bulletId = BULLET_ID.exec(line)?.[1];
    for (const code of codesIn(line)) {
      const bulletIds = taught.get(code) ?? [];
      if (bulletId !== undefined && !bulletIds.includes(bulletId)) bulletIds.push(bulletId);
      taught.set(code, bulletIds);
    }
  }
  return taught;
}

export interface GeneratorInput {
  /** Codes that the system message teaches, including those of its playbook. */
  readonly taught: TaughtCodes;
  readonly parts: readonly PromptPart[];
  /** Both messages as they were sent: their length and, with noise, their words count. */
  readonly system: string;
  readonly user: string;
}

const WITH_NOTES = 'I read the question, took the notes that fit it and worked the answer out from them.';
const WITHOUT_NOTES = 'I read the question and worked the answer out without a note that fits it.';

/**
 * Answers one question. An easy example needs no bullet and cites none; the others cite the bullets that carry their
 * code, and only a learnable one is helped by them. An earlier reflection in the prompt teaches like a bullet.
 */
export function generatorReply(input: GeneratorInput, { seed, settings, keys }: PracticeCall): PracticeReply {
  const example = keys.find(textOf(input.parts, 'question') ?? '');
  if (example === undefined) {
    const answer = { reasoning: 'This question is new to me.', bullet_ids: [], final_answer: 'unknown' };
    return { text: JSON.stringify(answer), note: NOTE_UNKNOWN_QUESTION };
  }
  const reflection = textOf(input.parts, 'earlier_reflection') ?? '';
  const isTaught = input.taught.has(example.code) || codesIn(reflection).includes(example.code);
  const prompt = `${input.system}\n${input.user}`;
  const isRight = afterEffects(
    isAnsweredRight(example.difficulty, isTaught),
    { exampleId: example.exampleId, prompt, seed },
    settings,
  );
  const mark = settings.staleness === 0 ? '' : notesMark(input.system);
  const answer = {
    reasoning: `${isTaught ? WITH_NOTES : WITHOUT_NOTES}${mark}`,
    bullet_ids: example.difficulty === 'easy' ? [] : (input.taught.get(example.code) ?? []),
    final_answer: isRight ? example.expected : wrongAnswer(example),
  };
  return { text: JSON.stringify(answer), note: null };
}
