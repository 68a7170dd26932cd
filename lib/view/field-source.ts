/** Where a field of an example comes from, as one line that a person can type and read back. */
export type FieldSourceValue =
  | { readonly path: string }
  | { readonly constant: string }
  | { readonly template: string }
  | null;

/** `answer.value` is a place, `="text"` a fixed text, and whatever holds `{{` is a template. */
export function describeSource(source: FieldSourceValue): string {
  if (source === null) return '';
  if ('path' in source) return source.path;
  if ('constant' in source) return `=${source.constant}`;
  return source.template;
}

export function readSource(text: string): FieldSourceValue {
  if (text.trim() === '') return null;
  if (text.includes('{{')) return { template: text };
  if (text.startsWith('=')) return { constant: text.slice(1) };
  return { path: text.trim() };
}

const PRESET_WORDS: Readonly<Record<string, string>> = {
  formula: 'Formula',
  finer: 'FiNER',
  generic: 'Generic',
};

/** The name of a set of mappings; one that is not known here is shown as it is. */
export function presetWord(preset: string): string {
  return PRESET_WORDS[preset] ?? preset;
}
