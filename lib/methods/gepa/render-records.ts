import { stripped } from './strip-text';

/**
 * Records of examples as Markdown, to the letter as the published code writes them: `# Example i`, a `##` header a
 * field, deeper fields one `#` further down to six, `Item n` in lists, and an empty line behind every value.
 */
export type GepaRecord = Readonly<Record<string, unknown>>;

/** One record without its number, for a prompt in which the records are parts of their own. */
export function renderFields(record: GepaRecord): string {
  return Object.entries(record)
    .map(([name, value]) => `## ${name}\n${renderValue(value, 3)}`)
    .join('');
}

const LEVEL_DEEPEST = 6;

function renderValue(value: unknown, level: number): string {
  const entries = entriesOf(value);
  if (entries === null) return `${stripped(scalarText(value))}\n\n`;
  if (entries.length === 0) return '\n';
  const below = Math.min(level + 1, LEVEL_DEEPEST);
  return entries
    .map(([name, inner]) => `${'#'.repeat(level)} ${name}\n${renderValue(inner, below)}`)
    .join('');
}

/** Entries of a list or an object, each with its header; null for anything else. */
function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | null {
  if (Array.isArray(value)) return value.map((inner, index) => [`Item ${index + 1}`, inner] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
}

/** In the published code's own spelling of what is no text. */
function scalarText(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
