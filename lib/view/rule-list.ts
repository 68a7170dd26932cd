import type { ListedRule } from '@/lib/policy/rules/table';

/** The list of rules as a person looks through it: by words, by id or code, by kind. */
export type RuleKind = ListedRule['kind'];

export const KIND_WORDS: Readonly<Record<RuleKind, string>> = {
  refusal: 'Refuses',
  same: 'In another rule',
  invariant: 'Always so',
  shown: 'Shown',
  default: 'Default',
};

export const RULE_KINDS = Object.keys(KIND_WORDS) as RuleKind[];

/** Rules that contain every typed word, anywhere in their text; an unknown kind does not filter. */
export function findRules(
  rules: readonly ListedRule[],
  { search, kind }: { readonly search: string; readonly kind: string },
): readonly ListedRule[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isKind = (RULE_KINDS as readonly string[]).includes(kind);
  return rules.filter((rule) => {
    if (isKind && rule.kind !== kind) return false;
    const more = rule.kind === 'refusal' ? [rule.code, ...rule.howToProceed] : [rule.heldBy];
    const text = [rule.id, rule.title, rule.sentence, ...more].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
