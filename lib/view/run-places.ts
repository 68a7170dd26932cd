/**
 * The places of a run's page and the one parameter that names them in an address: six tabs, the last of which holds
 * sections. A section is named like a tab was before there were sections, so addresses of that time lead to it.
 */
export const RUN_TABS = ['overview', 'iterations', 'prompt', 'rollouts', 'cost', 'details'] as const;
export type RunTab = (typeof RUN_TABS)[number];

export const DETAIL_SECTIONS = [
  'search',
  'timeline',
  'scheduling',
  'diversity',
  'survival',
  'ledger',
  'manifest',
] as const;
export type DetailSection = (typeof DETAIL_SECTIONS)[number];

export const SECTION_LABELS: Readonly<Record<DetailSection, string>> = {
  search: 'Search',
  timeline: 'Timeline',
  scheduling: 'Scheduling',
  diversity: 'Diversity',
  survival: 'Survival',
  ledger: 'Ledger',
  manifest: 'Manifest',
};

export type RunPlace =
  | { readonly tab: Exclude<RunTab, 'details'>; readonly section: null }
  | { readonly tab: 'details'; readonly section: DetailSection };

const FORMER_NAMES: ReadonlyMap<string | null, RunTab> = new Map([
  ['progress', 'overview'],
  ['playbook', 'prompt'],
]);

/** Sections of a run: only a method that searches has a pool and proposals. */
export const sectionsOf = (searches: boolean): readonly DetailSection[] =>
  searches ? DETAIL_SECTIONS : DETAIL_SECTIONS.filter((section) => section !== 'search');

/** Reads the `tab` parameter of an address, of this version or an earlier one. */
export function placeOf(said: string | null, searches: boolean): RunPlace {
  const sections = sectionsOf(searches);
  const section = sections.find((one) => one === said);
  if (section !== undefined) return { tab: 'details', section };
  const tab = RUN_TABS.find((one) => one === said) ?? FORMER_NAMES.get(said) ?? 'overview';
  // An address of a section that this run has not leads to the others.
  if (tab === 'details' || said === 'search') return { tab: 'details', section: sections[0] ?? 'ledger' };
  return { tab, section: null };
}

/** Parameter that names a place; null for the one that a page opens with. */
export const addressedPlace = (place: RunTab | DetailSection): string | null =>
  place === 'overview' ? null : place;
