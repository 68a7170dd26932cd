/** One line of CSV (RFC 4180). Null is an empty field; nothing else is. */
export type CsvValue = string | number | boolean | null;

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

/** Quoted where it has to be; and what a spreadsheet would take for a formula is kept from being one. */
function field(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
