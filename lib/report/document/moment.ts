/**
 * A moment in a document, spelt as on the pages. A file may be read anywhere and by anybody, so it is always in UTC and
 * says so. Knows nothing of the reader's own zone (components/ui/time).
 */
const SPELT = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** "21 Nov 2026, 10:00 UTC". */
export const momentWords = (at: string | Date): string => SPELT.format(new Date(at));
