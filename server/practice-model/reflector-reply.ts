import type { AnswerKeys } from './answer-keys';
import { officeReflection } from './back-office/office-reflection';
import { insightSentence } from './insight-words';
import { isSameAnswer } from './judge-reply';
import { notesMarkIn } from './optional-effects';
import { codesIn } from './outcome';
import { type PromptPart, textOf } from './prompt-parts';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from './reply-shape';
import { seedBankReflection } from './seed-bank/seed-bank-lessons';

/**
 * Diagnoses one trace by naming the insight of its question, whether the answer was right or not (ruling P1:
 * every training example teaches). The insight depends on the question alone, so a second reflection repeats
 * it word for word.
 */
export function reflectorReply(parts: readonly PromptPart[], keys: AnswerKeys): PracticeReply {
  const ofOffice = officeReflection(parts) ?? seedBankReflection(parts);
  if (ofOffice !== null) return ofOffice;
  const question = textOf(parts, 'question') ?? '';
  const example = keys.find(question);
  const heard = evaluatorWords(textOf(parts, 'feedback') ?? '');
  if (example === undefined) {
    return { text: JSON.stringify(unknownReflection(heard)), note: NOTE_UNKNOWN_QUESTION };
  }
  const mark = notesMarkIn(textOf(parts, 'reasoning_trace') ?? '');
  const isRight = isSameAnswer(textOf(parts, 'predicted_answer') ?? '', example.expected);
  const reflection = {
    reasoning: isRight
      ? 'The trace reaches the expected answer.'
      : 'The trace sets out well but leaves out what decides the answer.',
    error_identification: isRight ? 'No error found.' : 'The final answer is not the expected one.',
    root_cause_analysis: isRight
      ? 'Nothing went wrong.'
      : 'The note that this kind of question needs was not used.',
    correct_approach: `Recall the note for this kind of question, then answer in the form that is asked for.${mark && ` ${mark}`}`,
    key_insight: withWords(insightSentence({ ...example, question }), heard),
    bullet_tags: bulletTags(textOf(parts, 'bullets_used') ?? '', example.code, isRight),
  };
  return { text: JSON.stringify(reflection), note: null };
}

interface BulletTag {
  readonly id: string;
  readonly tag: 'helpful' | 'harmful' | 'neutral';
}

/** A cited bullet of another topic is tagged neutral. */
function bulletTags(bulletsUsed: string, code: string, isRight: boolean): BulletTag[] {
  const tags: BulletTag[] = [];
  for (const line of bulletsUsed.split('\n')) {
    const id = /\[([^\]\s]+-\d+)\]/.exec(line)?.[1];
    if (id === undefined) continue;
    const isOfTopic = codesIn(line).includes(code);
    tags.push({ id, tag: !isOfTopic ? 'neutral' : isRight ? 'helpful' : 'harmful' });
  }
  return tags;
}

/** The evaluator's feedback, passed on unchanged: the practice model cannot interpret it. */
function evaluatorWords(feedback: string): string | null {
  const words = /^The evaluator says:[ \t]*(\S.*)$/m.exec(feedback)?.[1]?.trim();
  return words === undefined ? null : `Heed the evaluator: ${words}`;
}

const withWords = (insight: string, heard: string | null): string | readonly string[] =>
  heard === null ? insight : [insight, heard];

function unknownReflection(heard: string | null) {
  return {
    reasoning: 'This question is new to me.',
    error_identification: 'Unknown.',
    root_cause_analysis: 'Unknown.',
    correct_approach: 'Restate what is asked, then answer in the form that is asked for.',
    key_insight: withWords('Restate what is asked before answering.', heard),
    bullet_tags: [],
  };
}
