import type { Components } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';

/**
 * Key of a candidate, independent of the order of its components: sha256 of the pairs of name and text, sorted
 * by name. Written as the published code writes it, so that keys of its run directories are keys here.
 */
export function candidateKey(components: Components): string {
  const pairs = [...components].sort(([a], [b]) => byCodePoint(a, b));
  return contentHash(`[${pairs.map((pair) => `[${pair.map(asciiJson).join(', ')}]`).join(', ')}]`);
}

/** JSON in ASCII: what lies beyond is escaped unit by unit, surrogates as the pair that they are. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As Python compares texts; JavaScript compares units, which puts U+FFFF after every surrogate pair. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
