import { contentHash } from '@/lib/domain/content-hash';
import { SPLIT_NAMES, type SplitName } from '@/lib/domain/split';
import type { FieldFault } from '@/lib/errors/app-error';
import { assignmentUnits, type SplitExample, type Unit } from './split-units';

/**
 * Which example belongs to which split. The same examples, rule and salt always give the same answer, in whatever
 * order the examples come; what says the same, or shares a group where the rule asks for it, is never torn apart.
 */
export type SplitShares = Readonly<Record<SplitName, number>>;
export type SplitCounts = Readonly<Partial<Record<SplitName, number>>>;

export type PartRule =
  /** Shares of the part; `by: 'group'` keeps examples with one group key together. */
  | { readonly kind: 'shares'; readonly shares: SplitShares; readonly by: 'content' | 'group' }
  /** Fixed sizes in the order of the salted content hash; what is left over belongs to no split. */
  | { readonly kind: 'counts'; readonly counts: SplitCounts };

export type SourcePart =
  | ({ readonly source: string } & PartRule)
  /** The whole file, or all rows with this column value. */
  | { readonly source: string; readonly kind: 'whole'; readonly split: SplitName };

export type SplitRule = PartRule | { readonly kind: 'bySource'; readonly parts: readonly SourcePart[] };

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
  const faults = ruleFaults(rule, examples);
  if (faults.length > 0) return { ok: false, faults };
  const byGroup = rule.kind === 'bySource' ? rule.parts.some(isByGroup) : isByGroup(rule);
  const units = assignmentUnits(examples, byGroup);
  const bySplit =
    rule.kind === 'bySource'
      ? assignParts(units, rule.parts, registrationSalt)
      : assignPart(units, rule, registrationSalt);
  const assignments = new Map<string, SplitName>();
  const counts = { train: 0, selection: 0, heldOut: 0, confirmation: 0 };
  for (const [unit, split] of bySplit) {
    counts[split] += unit.members.length;
    for (const { id } of unit.members) assignments.set(id, split);
  }
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

function assignParts(
  units: readonly Unit[],
  parts: readonly SourcePart[],
  salt: string,
): Map<Unit, SplitName> {
  const all = new Map<Unit, SplitName>();
  for (const part of parts) {
    // A unit that spans two sources goes with its first example, so that no text stands in two splits.
    const own = units.filter((unit) => unit.source === part.source);
    const assigned =
      part.kind === 'whole' ? own.map((unit) => [unit, part.split] as const) : assignPart(own, part, salt);
    for (const [unit, split] of assigned) all.set(unit, split);
  }
  return all;
}

/** Units in salted order, each into the first split with room (counts), or into the one that lacks most (shares). */
function assignPart(units: readonly Unit[], rule: PartRule, salt: string): Map<Unit, SplitName> {
  const keyed = units.map((unit) => ({ unit, key: contentHash(`${salt}\n${unit.key}`) }));
  const ordered = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ unit }) => unit);
  const total = units.reduce((sum, unit) => sum + unit.members.length, 0);
  const room: Record<SplitName, number> =
    rule.kind === 'counts' ? { ...NO_ROOM, ...rule.counts } : sizesOfShares(rule.shares, total);
  const assigned = new Map<Unit, SplitName>();
  for (const unit of ordered) {
    const size = unit.members.length;
    const fitting = SPLIT_NAMES.find((split) => room[split] >= size);
    const split = fitting ?? (rule.kind === 'shares' ? roomiest(room) : undefined);
    if (split === undefined) continue;
    assigned.set(unit, split);
    room[split] -= size;
  }
  return assigned;
}

const NO_ROOM: SplitShares = { train: 0, selection: 0, heldOut: 0, confirmation: 0 };

function roomiest(room: SplitShares): SplitName {
  return SPLIT_NAMES.reduce((best, split) => (room[split] > room[best] ? split : best));
}

/** Whole numbers that sum to n, by largest remainder. */
function sizesOfShares(shares: SplitShares, n: number): Record<SplitName, number> {
  const sum = SPLIT_NAMES.reduce((total, split) => total + shares[split], 0);
  const exact = SPLIT_NAMES.map((split) => ({ split, size: (shares[split] / sum) * n }));
  const sizes = { ...NO_ROOM };
  for (const { split, size } of exact) sizes[split] = Math.floor(size);
  const missing = n - SPLIT_NAMES.reduce((total, split) => total + sizes[split], 0);
  const byRemainder = exact.sort((a, b) => (b.size % 1) - (a.size % 1));
  for (const { split } of byRemainder.slice(0, missing)) sizes[split] += 1;
  return sizes;
}

function isByGroup(rule: PartRule | SourcePart): boolean {
  return rule.kind === 'shares' && rule.by === 'group';
}

function ruleFaults(rule: SplitRule, examples: readonly SplitExample[]): FieldFault[] {
  if (rule.kind !== 'bySource') return partFaults(rule, 'rule', examples.length);
  const sources = rule.parts.map(({ source }) => source);
  return rule.parts.flatMap((part, index): FieldFault[] => {
    const path = `rule.parts[${index}]`;
    const size = examples.filter(({ sourceSplit }) => sourceSplit === part.source).length;
    if (sources.indexOf(part.source) !== index)
      return [{ path: `${path}.source`, message: `"${part.source}" is named twice.` }];
    if (size === 0) return [{ path: `${path}.source`, message: `No example comes from "${part.source}".` }];
    return part.kind === 'whole' ? [] : partFaults(part, path, size);
  });
}

function partFaults(rule: PartRule, path: string, size: number): FieldFault[] {
  if (rule.kind === 'shares') {
    const sum = SPLIT_NAMES.reduce((total, split) => total + rule.shares[split], 0);
    const isUsable = SPLIT_NAMES.every((split) => rule.shares[split] >= 0) && sum > 0 && Number.isFinite(sum);
    return isUsable
      ? []
      : [{ path: `${path}.shares`, message: 'Give shares of at least 0, one of them above 0.' }];
  }
  const wanted = SPLIT_NAMES.reduce((total, split) => total + (rule.counts[split] ?? 0), 0);
  if (wanted <= size) return [];
  return [{ path: `${path}.counts`, message: `The counts ask for ${wanted} examples; there are ${size}.` }];
}

/** Units of several examples may not fill a count exactly; then the promise of the rule cannot be kept. */
function shortCounts(rule: SplitRule, counts: SplitShares): FieldFault[] {
  const wanted = wantedCounts(rule);
  return SPLIT_NAMES.filter((split) => wanted !== undefined && counts[split] < wanted[split]).map(
    (split) => ({
      path: 'rule',
      message: `Only ${counts[split]} examples could go to ${split}, since examples that say the same stay together.`,
    }),
  );
}

function wantedCounts(rule: SplitRule): SplitShares | undefined {
  const parts = rule.kind === 'bySource' ? rule.parts : [rule];
  const wanted = { ...NO_ROOM };
  for (const part of parts) {
    if (part.kind !== 'counts') continue;
    for (const split of SPLIT_NAMES) wanted[split] += part.counts[split] ?? 0;
  }
  return wanted;
}
