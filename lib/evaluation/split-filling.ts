import { SPLIT_NAMES, type SplitName } from '@/lib/domain/split';
import type { FieldFault } from '@/lib/errors/app-error';
import type { PartRule, SourcePart, SplitRule, SplitShares, SplitSizes } from './split-rule';

/**
 * Fills the splits of a rule. Units arrive in salted order; each is assigned to the first split with room (counts), or
 * to the one that lacks most (shares), so that only the remaining room has to be known, whatever their number.
 */
export class SplitFilling {
  readonly counts: Record<SplitName, number> = { ...NO_ROOM };
  private readonly rule: PartFilling | ReadonlyMap<string | null, PartFilling>;

  /** `units`: examples by the source of their unit, which goes where its first example came from. */
  constructor(rule: SplitRule, units: SplitSizes) {
    this.rule =
      rule.kind === 'bySource'
        ? new Map(
            rule.parts.map((part) => [
              part.source,
              new PartFilling(part, units.bySource.get(part.source) ?? 0),
            ]),
          )
        : new PartFilling(rule, units.total);
  }

  /** Where the next unit goes; undefined = into no split. */
  take(unit: { readonly source: string | null; readonly size: number }): SplitName | undefined {
    const part = this.rule instanceof PartFilling ? this.rule : this.rule.get(unit.source);
    const split = part?.take(unit.size);
    if (split !== undefined) this.counts[split] += unit.size;
    return split;
  }
}

class PartFilling {
  private readonly room: Record<SplitName, number>;

  constructor(
    private readonly rule: PartRule | SourcePart,
    total: number,
  ) {
    this.room =
      rule.kind === 'shares'
        ? sizesOfShares(rule.shares, total)
        : { ...NO_ROOM, ...(rule.kind === 'counts' ? rule.counts : {}) };
  }

  take(size: number): SplitName | undefined {
    const { rule, room } = this;
    if (rule.kind === 'whole') return rule.split;
    const fitting = SPLIT_NAMES.find((split) => room[split] >= size);
    const split = fitting ?? (rule.kind === 'shares' ? roomiest(room) : undefined);
    if (split !== undefined) room[split] -= size;
    return split;
  }
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

/** Units of several examples may not fill a count exactly; then the promise of the rule cannot be kept. */
export function shortCounts(rule: SplitRule, counts: SplitShares): FieldFault[] {
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
