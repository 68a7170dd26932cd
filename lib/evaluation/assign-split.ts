import { contentHash } from '@/lib/domain/content-hash';
import type { SplitName } from '@/lib/domain/split';
import type { FieldFault } from '@/lib/errors/app-error';
import { DisjointSets } from '@/lib/stats/disjoint-sets';
import { SplitFilling, shortCounts } from './split-filling';
import { splitHash } from './split-hash';
import { joinsGroups, ruleFaults, type SplitRule, sizesOf } from './split-rule';
import type { SplitExample } from './split-units';

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

/** Examples that must stay together. */
interface Unit {
  /** The smallest content hash (and group) of its members: the same in whatever order the examples came. */
  readonly key: string;
  /** Where its first example came from. */
  readonly source: string | null;
  readonly members: readonly SplitExample[];
}

/**
 * Examples with one content, or with one group key where `byGroup`, joined into units; both at once by following the
 * links (two groups that share one text become one unit).
 */
function assignmentUnits(examples: readonly SplitExample[], byGroup: boolean): Unit[] {
  const units = new DisjointSets(examples.length);
  const firstWith = new Map<string, number>();
  for (const [index, example] of examples.entries()) {
    const links = [`content ${example.contentHash}`];
    if (byGroup && example.groupKey !== null) links.push(`group ${example.groupKey}`);
    for (const link of links) {
      const first = firstWith.get(link);
      if (first === undefined) firstWith.set(link, index);
      else units.join(index, first);
    }
  }
  const members = new Map<number, SplitExample[]>();
  for (const [index, example] of examples.entries()) {
    const together = members.get(units.root(index));
    if (together === undefined) members.set(units.root(index), [example]);
    else together.push(example);
  }
  return [...members.values()].map(unitOf);
}

function unitOf(members: readonly SplitExample[]): Unit {
  const [key = ''] = members.map(({ contentHash }) => contentHash).sort();
  return { key, source: members[0]?.sourceSplit ?? null, members };
}
