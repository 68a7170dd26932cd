import { adviceReader } from '../advice-words';
import { choiceOf } from '../hashing';
import { RULE_IDS, RULES, type RuleId } from './rules';

/** Advice on the rules of the back office as sentences, and the rules that a sentence teaches. */
export function adviceOf(rule: RuleId, label: string): string {
  return choiceOf(RULES[rule].advice, `advice/${rule}/${label}`);
}

/** Rules that this one line teaches, in the order of the rules. */
export const rulesAdvisedIn = adviceReader(RULE_IDS.map((rule) => ({ rule, advice: RULES[rule].advice })));
