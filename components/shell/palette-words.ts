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
  '/docs/api': 'export curl sdk',
  '/docs': 'documentation guide',
};

/** Name of a page with its other words, by which the list finds it. */
export const pageValue = ({ href, label }: { readonly href: string; readonly label: string }) =>
  `${label} ${ALSO_CALLED[href] ?? ''}`;

export const PEOPLE_VALUE = 'People: invite members, a colleague, users';
export const IMPORT_VALUE = 'Import a data set: upload data';

const IN_ALL_TEXTS = 'search in all texts';

export const allTextsValue = (typed: string) => `${typed} ${IN_ALL_TEXTS}`.trim();
export const isAllTexts = (value: string) => value.endsWith(IN_ALL_TEXTS);

/** The search in all texts has the typed text in its value, so it matches everything: what has the name comes before it. */
export const rank = (value: string, search: string) =>
  isAllTexts(value) ? 0.001 : defaultFilter(value, search);

/** The best of the hits that came from the server after the list had chosen; undefined where none fits. */
export function bestHit(values: readonly string[], typed: string): string | undefined {
  const ranked = values.map((value) => ({ value, points: rank(value, typed) }));
  const fitting = ranked.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  return fitting[0]?.value;
}
