import { defaultFilter } from 'cmdk';

/** Other words that people type for a page, by its address. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  '/': 'home start demo',
  '/experiments': 'optimise learn',
  '/runs': 'export download results',
  '/datasets': 'data examples import export upload',
  '/traces': 'logs conversations',
  '/reports': 'export pdf documents',
  '/settings': 'people members invite colleague users models providers keys',
  '/docs/api': 'export sdk',
  '/docs': 'documentation guide',
};

/** Other words by which the list finds a page; undefined where it has none. */
export const pageKeywords = ({ href }: { readonly href: string }) => ALSO_CALLED[href]?.split(' ');

export const PEOPLE_VALUE = 'People: invite members, a colleague, users';
export const IMPORT_VALUE = 'Import a data set: upload data';

const IN_ALL_TEXTS = 'search in all texts';

export const allTextsValue = (typed: string) => `${typed} ${IN_ALL_TEXTS}`.trim();
export const isAllTexts = (value: string) => value.endsWith(IN_ALL_TEXTS);

/** How near a page is whose other words begin as typed: below a page that is called so. */
const NEAR = 0.8;
const LAST = 0.001;

/** Every typed word begins one of the keywords. Letters scattered over them are no match, as they would be in a name. */
const hasKeywords = (keywords: readonly string[], search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => keywords.some((keyword) => keyword.startsWith(typed)));

/** The search in all texts has the typed text in its value, so it matches everything: what has the name comes before it. */
export const rank = (value: string, search: string, keywords: readonly string[] = []) => {
  if (isAllTexts(value)) return LAST;
  const named = defaultFilter(value, search);
  return hasKeywords(keywords, search.trim()) ? Math.max(named, NEAR) : named;
};

/** The best of the hits that came from the server after the list had chosen; undefined where none fits. */
export function bestHit(values: readonly string[], typed: string): string | undefined {
  const ranked = values.map((value) => ({ value, points: rank(value, typed) }));
  const fitting = ranked.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  return fitting[0]?.value;
}
