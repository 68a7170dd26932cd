import type { AnswerKeys } from './answer-keys';
import { adviceForTicket } from './back-office/practice-office';
import { insightSentence } from './insight-words';

/** Insights that a question teaches; none where it is new. */
export function insightsOn(question: string, keys: AnswerKeys): readonly string[] {
  const ofOffice = adviceForTicket(question);
  if (ofOffice !== undefined) return ofOffice;
  const example = keys.find(question);
  return example === undefined ? [] : [insightSentence({ ...example, question })];
}
