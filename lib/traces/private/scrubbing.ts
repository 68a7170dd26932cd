import type { TextChange } from './map-texts';

const TELLING_FIELD =
  /(?:key|secret|token|passwd|password|authorization|phone|telefon|tel|mobile|cell|fax)$/i;
/** Shorter numbers are none of the kinds: counts, times and prices are not looked at. */
const LONG_NUMBER = 1e8;

/**
 * Replaces private values in every text, as in examples. Some values are private by the name of their field alone, a
 * password or a telephone number: these are looked at together with the name.
 */
export function scrubbing(redact: (text: string) => string): TextChange {
  const text = (value: string, field: string) => {
    if (!TELLING_FIELD.test(field)) return redact(value);
    const head = `${field.slice(-100)}: `;
    const whole = redact(head + value);
    return whole.startsWith(head) ? whole.slice(head.length) : redact(value);
  };
  return {
    text,
    number(value, field) {
      if (Math.abs(value) < LONG_NUMBER || !Number.isSafeInteger(value)) return value;
      const before = String(value);
      const after = text(before, field);
      return after === before ? value : after;
    },
  };
}
