/** Short names that published playbooks use; other sections get theirs from their first letters. */
const SLUGS: Readonly<Record<string, string>> = {
  financial_strategies_and_insights: 'fin',
  formulas_and_calculations: 'calc',
  code_snippets_and_templates: 'code',
  common_mistakes_to_avoid: 'err',
  problem_solving_heuristics: 'prob',
  context_clues_and_indicators: 'ctx',
  others: 'misc',
  meta_strategies: 'meta',
};

const WORDS_MAX = 5;
const LETTERS_OF_ONE_WORD = 4;

/** How two spellings of a section's name are recognised as one: "A & B" and "a_and_b". */
export function normaliseSection(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_').replaceAll('&', 'and');
}

/** The header's section, normalised, or null when the line is no header. */
export function sectionOfHeader(line: string): string | null {
  const name = headerName(line);
  return name === null ? null : normaliseSection(name);
}

/** The header's name as written, or null when the line is no header. */
export function headerName(line: string): string | null {
  const trimmed = line.trim();
  return trimmed.startsWith('##') ? trimmed.slice(2).trim() : null;
}

/**
 * The slug in the ids of a section's bullets. Null where the rule has no answer: one of the first five words is
 * empty, as in a doubled underscore, so it has no first letter.
 */
export function sectionSlug(name: string): string | null {
  const section = normaliseSection(name.trim());
  const known = Object.hasOwn(SLUGS, section) ? SLUGS[section] : undefined;
  if (known !== undefined) return known;
  const words = section.split('_');
  // By code points, so that a letter outside the basic plane is not cut in half.
  if (words.length === 1) return [...section].slice(0, LETTERS_OF_ONE_WORD).join('');
  const letters = words.slice(0, WORDS_MAX).map((word) => [...word][0]);
  return letters.includes(undefined) ? null : letters.join('');
}
