/** Lines of equal shape as CSV (RFC 4180), with a heading. Nothing is empty by accident: null is an empty field. */
export type CsvLine = Readonly<Record<string, string | number | null>>;

export function sweepCsv(lines: readonly CsvLine[]): string {
  const [first] = lines;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const rows = lines.map((line) => names.map((name) => field(line[name] ?? null)));
  return [names, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Quoted where it has to be; and what a spreadsheet would take for a formula is kept from being one. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
