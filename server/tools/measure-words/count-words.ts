/**
 * Words that a person reads: tokens with a letter. The fine print of a number (its interval, its n, the label of the
 * practice model) belongs to the number and is not counted.
 */
const FINE_PRINT: readonly RegExp[] = [
  /practice model/giu,
  /\bn\s*=\s*[\d,]+(?:\s*\+\s*[\d,]+ missing)?/gu,
  /95\s%\s(?:interval of no width|[+−-]?[\d.]+\spt\sto\s[+−-]?[\d.]+\spt)/gu,
  /\bno interval\b/gu,
];

export function countWords(text: string): number {
  const bare = FINE_PRINT.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  return bare.split(/\s+/u).filter((token) => /\p{L}/u.test(token)).length;
}
