import { SPLIT_NAMES, type SplitName } from '@/lib/domain/split';
import type { FieldFault } from '@/lib/errors/app-error';

/** Rules of a split, and the faults of a rule before any example is read. */
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

/** How many there are, altogether and from each source. */
export interface SplitSizes {
  readonly total: number;
  readonly bySource: ReadonlyMap<string | null, number>;
}

export interface SourceSize {
  readonly source: string | null;
  readonly size: number;
}

export function sizesOf(parts: readonly SourceSize[]): SplitSizes {
  const bySource = new Map<string | null, number>();
  for (const { source, size } of parts) bySource.set(source, (bySource.get(source) ?? 0) + size);
  return { total: parts.reduce((sum, { size }) => sum + size, 0), bySource };
}

/** Whether examples with one group key stay together; asked by one part, it holds for all. */
export function joinsGroups(rule: SplitRule): boolean {
  return rule.kind === 'bySource' ? rule.parts.some(isByGroup) : isByGroup(rule);
}

function isByGroup(rule: PartRule | SourcePart): boolean {
  return rule.kind === 'shares' && rule.by === 'group';
}

export function ruleFaults(rule: SplitRule, examples: SplitSizes): FieldFault[] {
  if (rule.kind !== 'bySource') return partFaults(rule, 'rule', examples.total);
  const sources = rule.parts.map(({ source }) => source);
  return rule.parts.flatMap((part, index): FieldFault[] => {
    const path = `rule.parts[${index}]`;
    const size = examples.bySource.get(part.source) ?? 0;
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
