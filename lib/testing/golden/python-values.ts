/**
 * Python's view of a value that JSON held: its text, its truth, its whole number, its words. Peers in Python read
 * their fields this way, so that null becomes the text 'None' and an id 5 the text '5'. A number's text is that of a
 * whole number where it has no fraction: JSON.parse does not keep 1 and 1.0 apart.
 */

/** `str(value)`. */
export function pythonText(value: unknown): string {
  return typeof value === 'string' ? value : pythonWritten(value);
}

/** `bool(value)`: nothing, zero and what is empty are false. */
export function pythonTruth(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** `int(value)`, undefined where Python raises. */
export function pythonInt(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const digits = value.trim();
  return /^[+-]?\d+(_\d+)*$/.test(digits) ? Number(digits.replaceAll('_', '')) : undefined;
}

/** `text.split()`: to Python U+001C to U+001F and U+0085 are white space as well, and the byte order mark is none. */
export function pythonWords(text: string): string[] {
  const words: string[] = [''];
  for (const character of text) {
    if (isPythonSpace(character)) words.push('');
    else words.push(`${words.pop()}${character}`);
  }
  return words.filter((word) => word !== '');
}

function isPythonSpace(character: string): boolean {
  if (character === '\ufeff') return false;
  const code = character.codePointAt(0) ?? 0;
  return /\s/u.test(character) || (code >= 0x1c && code <= 0x1f) || code === 0x85;
}

/** `repr(value)`. */
function pythonWritten(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonWritten).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, inner]) => `${quoted(key)}: ${pythonWritten(inner)}`);
  return `{${members.join(', ')}}`;
}

/** Single quotes, or double ones around a text that holds single ones only. */
function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `${mark}${mark === "'" ? inner.replaceAll("'", "\\'") : inner}${mark}`;
}
