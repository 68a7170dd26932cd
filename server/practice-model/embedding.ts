/**
 * Unit vectors from hashed n-grams: texts that share letters and words point the same way. Knows no meaning; it is
 * good for near-duplicates and nothing else. The zero vector for a text without a letter or digit.
 */
export const EMBEDDING_DIMENSIONS_DEFAULT = 256;

export function embedding(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    addFeature(vector, word);
    const padded = ` ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1)
      addFeature(vector, padded.slice(start, start + 3));
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Signed hashing: two features that fall on one place cancel as often as they add up. */
function addFeature(vector: Float32Array, feature: string): void {
  const hash = fnv1a(feature);
  const place = (hash >>> 1) % vector.length;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1);
}

/** FNV-1a, 32 bits, with a final mix because its low bits alone are weak. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
