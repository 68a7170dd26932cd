/** Bytes of a text in UTF-8, without writing them. An unpaired surrogate counts as its replacement, three bytes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    const isPair = (code & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    // A pair is four bytes for two characters: two more than its length.
    if (isPair) index += 1;
  }
  return bytes;
}
