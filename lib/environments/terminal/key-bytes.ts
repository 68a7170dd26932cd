/**
 * Keystrokes as a terminal gets them. As with tmux, keystrokes that are the name of a key as a whole are that key, such as
 * C-c, M-x, Enter or Up; everything else is typed as it is.
 */
const NAMED: Readonly<Record<string, string>> = {
  Enter: '\r',
  Tab: '\t',
  Escape: '\x1b',
  Space: ' ',
  BSpace: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  DC: '\x1b[3~',
};

export function keyBytes(keystrokes: string): string {
  const named = NAMED[keystrokes];
  if (named !== undefined) return named;
  const [, way, key = ''] = /^([CM])-(.)$/.exec(keystrokes) ?? [];
  if (way === 'C' && /[a-z@[\\\]^_]/i.test(key))
    return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f);
  if (way === 'M') return `\x1b${key}`;
  return keystrokes;
}
