/** FNV-1a, 32 bits, over UTF-16 units; the offset basis is the seed. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixed(hash);
}

/** One more step: FNV leaves the high bits of short texts alike, and signs and orders are read from there. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) >>> 0;
}
