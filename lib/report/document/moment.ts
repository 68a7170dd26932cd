/**
 * A moment in a document, spelt as on the pages. A file may be read anywhere and by anybody, so it is always in UTC and
 * says so. Reads the text of an ISO time and knows neither a clock nor the reader's own zone (components/ui/time).
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** "2026-11-21T10:00:00.000Z" as "21 Nov 2026, 10:00 UTC". */
export function momentWords(iso: string): string {
  const [day = '', time = ''] = iso.split('T');
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 0) - 1]} ${year}, ${time.slice(0, 5)} UTC`;
}
