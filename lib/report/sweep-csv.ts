import { csvLine } from '@/lib/domain/csv-line';

/** Lines of equal shape as CSV, with a heading. Nothing is empty by accident: null is an empty field. */
export type CsvLine = Readonly<Record<string, string | number | null>>;

export function sweepCsv(lines: readonly CsvLine[]): string {
  const [first] = lines;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const rows = lines.map((line) => names.map((name) => line[name] ?? null));
  return [names, ...rows].map(csvLine).join('');
}
