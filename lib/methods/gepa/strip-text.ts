/**
 * Takes away the white space around a text by the published code's rules, so that what it compares we compare alike.
 * Unlike trim() it takes U+001C..U+001F and U+0085 too, and leaves a byte order mark.
 */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start += 1;
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const BYTE_ORDER_MARK = '\ufeff';

export function isSpace(character: string): boolean {
  if ((character >= '\x1c' && character <= '\x1f') || character === '\x85') return true;
  return character !== BYTE_ORDER_MARK && /\s/.test(character);
}
