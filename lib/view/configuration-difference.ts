import type { ConfigurationDifferenceView } from '@/lib/contracts/configuration';
import type { DataValue } from './data-table';

/** A setting that differs between two experiments, as a row to read. Knows no setting by name. */
export interface DifferenceRow {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** True for a text of several lines, such as a prompt, which reads better line by line than side by side. */
  readonly isText: boolean;
  /** Both values as a file holds them: a number as a number, an unset value as an empty one. */
  readonly data: { readonly before: DataValue; readonly after: DataValue };
}

export function differenceRows({
  changes,
  names,
}: Pick<ConfigurationDifferenceView, 'changes' | 'names'>): readonly DifferenceRow[] {
  return changes.map(({ path, before, after }) => ({
    path,
    before: words(before, names),
    after: words(after, names),
    isText: [before, after].some((value) => typeof value === 'string' && value.includes('\n')),
    data: { before: dataOf(before, names), after: dataOf(after, names) },
  }));
}

function words(value: unknown, names: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined) return 'not set';
  if (value === '') return 'empty';
  if (typeof value !== 'string') return JSON.stringify(value);
  const name = names[value];
  return name === undefined ? value : `${name} (${value})`;
}

function dataOf(value: unknown, names: Readonly<Record<string, string>>): DataValue {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'boolean' ? value : words(value, names);
}
