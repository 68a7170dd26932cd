import { choiceOf } from '../hashing';
import { RULE_IDS, RULES, type RuleId } from './rules';

/**
 * Advice as sentences, and the rules that a sentence teaches. A line teaches a rule where it has most of the words of one of
 * the rule's wordings, so that an edited, merged or numbered line still counts, and a line about something else does not.
 */
export function adviceOf(rule: RuleId, label: string): string {
  return choiceOf(RULES[rule].advice, `advice/${rule}/${label}`);
}

/** Share of a wording's different words that a line must have. */
const WORDS_SHARE = 0.8;

const WORDINGS = RULE_IDS.flatMap((rule) =>
  RULES[rule].advice.map((text) => ({ rule, words: [...wordsOf(text)] })),
);

/** Rules that this one line teaches, in the order of the rules. */
export function rulesAdvisedIn(line: string): readonly RuleId[] {
  const words = wordsOf(line);
  const taught = WORDINGS.filter((wording) => {
    const found = wording.words.reduce((count, word) => count + (words.has(word) ? 1 : 0), 0);
    return found >= WORDS_SHARE * wording.words.length;
  });
  return [...new Set(taught.map(({ rule }) => rule))];
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
