import type { AnswerKeys } from './answer-keys';
import { adviceForTicket } from './back-office/practice-office';
import { choiceOf, sha256Hex } from './hashing';
import { codeTag } from './outcome';

/**
 * The sentence that an example teaches. It carries its topic's code and a piece of its own question, so two examples
 * of a topic give two lines, while two copies of one reflection give the same line.
 */
export interface InsightSource {
  readonly exampleId: string;
  readonly question: string;
  readonly groupKey: string | null;
  readonly code: string;
}

const ADVICE: readonly [string, ...string[]] = [
  'write down each quantity with its unit before computing',
  'check which figure is the base and which is the change',
  'convert every amount to the same unit first',
  'look at what the sentence measures, not at the nearest number',
  'settle the period that the figures belong to',
  'round only the last result',
  'tell a stock at a date from a flow over a year',
];

const WORDS_QUOTED_MAX = 16;

export function insightSentence(source: InsightSource): string {
  const advice = choiceOf(ADVICE, `advice/${source.exampleId}`);
  const subject = source.groupKey === null ? '' : `${plain(source.groupKey)}: `;
  const caseName = sha256Hex(source.exampleId).slice(0, 4).toUpperCase();
  return `${codeTag(source.code)} ${subject}${advice}; case ${caseName}: "${excerptOf(source.question)}"`;
}

/** Insights that a question teaches; none where it is new. */
export function insightsOn(question: string, keys: AnswerKeys): readonly string[] {
  const example = keys.find(question);
  return (
    adviceForTicket(question) ?? (example === undefined ? [] : [insightSentence({ ...example, question })])
  );
}

/** The first words of the question; after a long preamble, of the first numbered question. */
function excerptOf(question: string): string {
  const numbered = question.search(/^1\. /m);
  const asked = question.slice(Math.max(0, numbered), Math.max(0, numbered) + 400);
  return plain(asked).split(' ').slice(0, WORDS_QUOTED_MAX).join(' ');
}

/** One line without the marks that playbooks, prompts and codes are made of. */
function plain(text: string): string {
  return text
    .replaceAll(/[[\]<>"“”]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
