/** Keys that work on some pages only, so that the sheet of a page tells what works there and nothing else. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly what: string;
}

const LISTS =
  /^\/(?:runs|experiments|sweeps|reports|slots|canaries|datasets|imported-runs|intakes|diagnoses|run-groups|search|jobs|traces)$/;
const ROLLOUTS = /^\/rollouts\/[^/]+$/;
const TRACES = /^\/traces\/(?!judge$|learn$)[^/]+$/;
const JUDGE = /^\/traces\/judge$/;
const CHOICES = /^\/(?:runs|experiments)$/;

const OF_PAGES: readonly (Shortcut & { readonly pages: RegExp })[] = [
  { pages: LISTS, keys: ['j'], what: 'Next row of a list' },
  { pages: LISTS, keys: ['k'], what: 'Row before it' },
  { pages: LISTS, keys: ['Enter'], what: 'Open the row' },
  { pages: CHOICES, keys: ['x'], what: 'Choose the row' },
  { pages: CHOICES, keys: ['Shift', 'X'], what: 'Choose all rows from the last one chosen' },
  { pages: ROLLOUTS, keys: ['j'], what: 'Next step' },
  { pages: ROLLOUTS, keys: ['k'], what: 'Previous step' },
  { pages: /^\/rollouts\/(?!compare$)[^/]+$/, keys: ['n'], what: 'Next failed step' },
  { pages: /^\/rollouts\/compare$/, keys: ['n'], what: 'Next difference' },
  { pages: TRACES, keys: ['j'], what: 'Next step' },
  { pages: TRACES, keys: ['k'], what: 'Previous step' },
  { pages: TRACES, keys: ['n'], what: 'Next failed step' },
  { pages: JUDGE, keys: ['1', '5'], what: 'From wrong to right' },
  { pages: JUDGE, keys: ['t'], what: 'Show the steps' },
  { pages: JUDGE, keys: ['e'], what: 'Write a note' },
  { pages: JUDGE, keys: ['s'], what: 'Skip the trace' },
  { pages: JUDGE, keys: ['u'], what: 'Undo the last judgement' },
  { pages: /^\/runs$/, keys: ['c'], what: 'Compare the runs that are chosen' },
  { pages: /^\/runs$/, keys: ['d'], what: 'How the prompts of two chosen runs differ' },
  { pages: /^\/runs\/[^/]+$/, keys: ['c'], what: 'Compare with its serial baseline, or choose with what' },
  { pages: /^\/runs\/[^/]+$/, keys: ['d'], what: 'What changed in the prompt' },
];

export function shortcutsOf(pathname: string): readonly Shortcut[] {
  return OF_PAGES.filter(({ pages }) => pages.test(pathname)).map(({ keys, what }) => ({ keys, what }));
}
