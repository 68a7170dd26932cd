import { describe, expect, it } from 'vitest';
import { RULES } from '@/lib/policy/rules/table';
import { findRules, RULE_KINDS } from './rule-list';

const idsOf = (search: string, kind = 'all') => findRules(RULES, { search, kind }).map(({ id }) => id);

describe('looking a rule up', () => {
  it('finds it by id, by code and by words in any order', () => {
    expect(idsOf('r-101')).toContain('R-101');
    expect(idsOf('operators_lt_3')).toEqual(['R-101']);
    expect(idsOf('reason fixed')).toContain('R-017');
    expect(idsOf('no rule says this')).toEqual([]);
  });

  it('shows all without words, and one kind where one is asked for', () => {
    expect(idsOf('')).toHaveLength(RULES.length);
    for (const kind of RULE_KINDS) {
      const ids = idsOf('', kind);
      expect(ids, kind).toEqual(RULES.filter((rule) => rule.kind === kind).map(({ id }) => id));
    }
    expect(idsOf('', 'nonsense')).toHaveLength(RULES.length);
  });
});
