import { contentHash } from '@/lib/domain/content-hash';
import type { SplitName } from '@/lib/domain/split';
import type { FieldFault } from '@/lib/errors/app-error';
import { SplitFilling, shortCounts } from './split-filling';
import { joinsGroups, ruleFaults, type SplitRule, sizesOf } from './split-rule';
import { assignmentUnits, type SplitExample } from './split-units';

/**
 * Which example belongs to which split. The same examples, rule and salt always give the same answer, in whatever
 * order the examples come; what says the same, or shares a group where the rule asks for it, is never torn apart.
 * This is the definition, over examples in memory; a data set that does not fit there is split in the database.
 */
export type SplitAssignment =
  | {
      readonly ok: true;
      /** Example id to split; examples that belong to none are missing. */
      readonly assignments: ReadonlyMap<string, SplitName>;
      readonly counts: Readonly<Record<SplitName, number>>;
      readonly unassigned: number;
      /** Groups of ids that say the same; each group stays in one split. */
      readonly duplicates: readonly (readonly string[])[];
      readonly hash: string;
    }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

export function assignSplits(
  examples: readonly SplitExample[],
  rule: SplitRule,
  registrationSalt: string,
): SplitAssignment {
  const faults = ruleFaults(
    rule,
    sizesOf(examples.map(({ sourceSplit }) => ({ source: sourceSplit, size: 1 }))),
  );
  if (faults.length > 0) return { ok: false, faults };
  const units = assignmentUnits(examples, joinsGroups(rule)).map((unit) => ({
    ...unit,
    size: unit.members.length,
  }));
  const keyed = units.map((unit) => ({ unit, key: contentHash(`${registrationSalt}\n${unit.key}`) }));
  const filling = new SplitFilling(rule, sizesOf(units));
  const assignments = new Map<string, SplitName>();
  for (const { unit } of keyed.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const split = filling.take(unit);
    if (split !== undefined) for (const { id } of unit.members) assignments.set(id, split);
  }
  const { counts } = filling;
  const short = shortCounts(rule, counts);
  if (short.length > 0) return { ok: false, faults: short };
  return {
    ok: true,
    assignments,
    counts,
    unassigned: examples.length - assignments.size,
    duplicates: assignmentUnits(examples, false)
      .filter(({ members }) => members.length > 1)
      .map(({ members }) => members.map(({ id }) => id)),
    hash: splitHash(examples, assignments),
  };
}

/** sha256 over the sorted (split, content hash) pairs: two registrations are comparable iff it is equal. */
export function splitHash(
  examples: readonly SplitExample[],
  assignments: ReadonlyMap<string, SplitName>,
): string {
  const pairs = examples.flatMap((example) => {
    const split = assignments.get(example.id);
    return split === undefined ? [] : [`${split} ${example.contentHash}`];
  });
  return contentHash(pairs.sort().join('\n'));
}
