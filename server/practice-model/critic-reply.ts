import type { AnswerKeys } from './answer-keys';
import { officeCriticism } from './back-office/office-reflection';
import { insightSentence } from './insight-words';
import { isSameAnswer } from './judge-reply';
import { type PromptPart, textOf } from './prompt-parts';
import { NOTE_UNKNOWN_QUESTION, type PracticeReply } from './reply-shape';
import { seedBankCriticism } from './seed-bank/seed-bank-lessons';

/**
 * TextGrad's backward pass: the insight of the question as the change that the prompt needs, whether the answer was
 * right or not, in the words in which the reflector names it.
 */
export function criticReply(parts: readonly PromptPart[], keys: AnswerKeys): PracticeReply {
  const ofOffice = officeCriticism(parts) ?? seedBankCriticism(parts);
  if (ofOffice !== null) return ofOffice;
  const question = textOf(parts, 'question') ?? '';
  const example = keys.find(question);
  if (example === undefined) {
    const unknown = {
      criticism_of_answer: 'This question is new to me.',
      criticism_of_prompt: 'I cannot tell what this question would need from the prompt.',
      changes: [],
    };
    return { text: JSON.stringify(unknown), note: NOTE_UNKNOWN_QUESTION };
  }
  const isRight = isSameAnswer(textOf(parts, 'predicted_answer') ?? '', example.expected);
  const criticism = {
    criticism_of_answer: isRight
      ? 'The reply reaches the expected answer.'
      : 'The final answer is not the expected one.',
    criticism_of_prompt: isRight
      ? 'The prompt should say what this kind of question rests on.'
      : 'The prompt lacks the note that this kind of question needs.',
    changes: [insightSentence({ ...example, question })],
  };
  return { text: JSON.stringify(criticism), note: null };
}
