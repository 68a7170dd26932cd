/** Days before each month of a year that is not a leap year. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d(?:[.,]\d+)?)\s*(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?$/i;

/**
 * Milliseconds since 1970 of a time as ISO 8601 writes it, with the decimals that it has; null for any other text. A time
 * without a zone is UTC, so that the same file gives the same times on every machine.
 */
export function isoMilliseconds(text: string): number | null {
  const found = ISO.exec(text.trim());
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = found.slice(1, 6).map(Number);
  const before = DAYS_BEFORE[month - 1];
  if (before === undefined || day < 1 || day > 31 || hours > 24 || minutes > 59) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = daysBeforeYear(year) - daysBeforeYear(1970) + before + (isLeap && month > 2 ? 1 : 0) + day - 1;
  const [, , , , , , seconds = '0', sign, zoneHours = '0', zoneMinutes = '0'] = found;
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  const whole = (days * 1440 + hours * 60 + minutes - zone) * 60_000;
  return whole + Math.round(Number(seconds.replace(',', '.')) * 1_000_000) / 1000;
}

function daysBeforeYear(year: number): number {
  const past = year - 1;
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}
