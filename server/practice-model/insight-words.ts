import { choiceOf } from './hashing';
import { ADVICE, AFTERWARDS, LEADS, NAMES, REASONS } from './insight-phrases';

/**
 * Insights as advice that a person would give: "For Till Margin, round only the last result, as rounding on the way
 * moves the last digit; write the formula next to the result." The subject names the topic. The rest is chosen by the
 * question's first words, so that two examples of a topic give two lines unless their questions begin alike.
 *
 * A sentence is known again by its subject and its advice, in whatever line it is and whatever was done to its end.
 */
type Matter = 'figures' | 'tags';

const matterOf = (profileId: string): Matter => (profileId === 'finer' ? 'tags' : 'figures');

export interface InsightSource {
  /** The topic in words. */
  readonly subject: string;
  readonly question: string;
  readonly profile: { readonly id: string };
}

export function insightSentence({ subject, question, profile }: InsightSource): string {
  const matter = matterOf(profile.id);
  const opening = openingOf(question);
  const { step, reason: own } = choiceOf(ADVICE[matter], `advice/${opening}`);
  const reason = choiceOf([own, ...REASONS], `reason/${opening}`);
  const afterwards = choiceOf(AFTERWARDS[matter], `afterwards/${opening}`);
  return `${choiceOf(LEADS, `lead/${opening}`)} ${subject}, ${step}, ${reason}; ${afterwards}.`;
}

/** A name for a topic that has none, by its place among the profile's topics. */
export function nameOfTopic(index: number, profileId: string): string {
  const { kinds, places } = NAMES[matterOf(profileId)];
  return `${kinds[index % kinds.length]} ${places[Math.floor(index / kinds.length) % places.length]}`;
}

/** A lead opens a sentence, and none opens another one before the advice. */
const SUBJECT = `(?:(?!\\. (?:${LEADS.join('|')}) ).){1,500}?`;
const STEPS = Object.values(ADVICE).flatMap((all) => all.map(({ step }) => step));
const ADVISING = new RegExp(
  `(?:^|[.:*-] +)(?:${LEADS.join('|')}) (${SUBJECT}), (?:${STEPS.join('|')})\\b`,
  'gi',
);

/** Subjects on which a line gives advice, in lower case, in order, repeats included. */
export function subjectsIn(line: string): string[] {
  return Array.from(line.matchAll(ADVISING), (match) => (match[1] ?? '').toLowerCase());
}

const WORDS_OF_OPENING = 16;

/** The first words of the question; after a long preamble, of the first numbered question. */
function openingOf(question: string): string {
  const numbered = question.search(/^1\. /m);
  const asked = question.slice(Math.max(0, numbered), Math.max(0, numbered) + 400);
  return plain(asked).split(' ').slice(0, WORDS_OF_OPENING).join(' ');
}

/** One line without the marks that playbooks, prompts and sentences are made of. */
export function plain(text: string): string {
  return text
    .replaceAll(/[[\]<>"“”]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
