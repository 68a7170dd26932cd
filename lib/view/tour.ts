import type { CheckClaimInput } from '@/lib/contracts/proposals';

/**
 * The guided tour as data: six seeded experiments that each tell a truth, and what people say who want to skip the
 * work, each with the request that is refused: a question, or what the state of the workspace refuses.
 */

/** The seeded experiments, by what each is there to show. */
export const TOUR_EXPERIMENTS = {
  go: 'Formula with ACE and Combee',
  noPlateau: 'Formula, stopped before it was flat',
  plateauNotAbove: 'Formula, nothing to be learned',
  contaminated: 'Formula, held-out tuned on',
  notDistinguishable: 'Formula, too few to tell',
  collapsed: 'Till sheets, one insight over and over',
} as const;

export const TOUR_BASELINE = 'Formula, serial baseline';

/** The agent that a newcomer runs first, and the run whose diagnosis lets it. */
export const BACK_OFFICE_EXPERIMENT = 'Back office agent';
export const BACK_OFFICE_BASELINE = 'Back office, serial baseline';

export type TourAsk =
  /** A run with other settings, asked about and not started. */
  | {
      readonly kind: 'run';
      readonly experiment: string;
      readonly settings: Readonly<Record<string, unknown>>;
      /** On the first task that a judge scores. */
      readonly judged?: true;
    }
  | { readonly kind: 'claim'; readonly claim: CheckClaimInput }
  | { readonly kind: 'archive'; readonly experiment: string }
  /** Another split for an experiment that has run. */
  | { readonly kind: 'split'; readonly experiment: string; readonly other: string };

interface StepWords {
  /** In the address, and in what the browser remembers. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export type TourStep =
  | (StepWords & { readonly kind: 'experiment'; readonly experiment: string })
  | (StepWords & { readonly kind: 'refusal'; readonly said: string; readonly ask: TourAsk });

const { go, noPlateau, notDistinguishable } = TOUR_EXPERIMENTS;

export const TOUR_STEPS: readonly TourStep[] = [
  {
    kind: 'experiment',
    id: 'go',
    title: 'Go',
    text: 'Its serial baseline has a plateau above the original prompt, so it may run in parallel. Press Run on its page to see by how much that pays.',
    experiment: go,
  },
  {
    kind: 'experiment',
    id: 'no-plateau',
    title: 'No plateau',
    text: 'The serial run ended while it was still learning. A parallel one would only be over sooner.',
    experiment: noPlateau,
  },
  {
    kind: 'experiment',
    id: 'not-above',
    title: 'Plateau not above',
    text: 'Flat from the first measurement on: the method finds nothing here, and more lanes would find it faster.',
    experiment: TOUR_EXPERIMENTS.plateauNotAbove,
  },
  {
    kind: 'experiment',
    id: 'contaminated',
    title: 'Contaminated held-out',
    text: 'Its curve rises, and it counts for nothing: its held-out examples have been tuned on.',
    experiment: TOUR_EXPERIMENTS.contaminated,
  },
  {
    kind: 'experiment',
    id: 'collapsed',
    title: 'Collapsed diversity',
    text: 'Its groups write copies of one another, so more of them cost more and teach nothing new.',
    experiment: TOUR_EXPERIMENTS.collapsed,
  },
  {
    kind: 'experiment',
    id: 'not-distinguishable',
    title: 'Not distinguishable from zero',
    text: 'Few held-out answers changed sides, of few that there are. That may be learning, and it may be luck.',
    experiment: notDistinguishable,
  },
  {
    kind: 'refusal',
    id: 'R-190',
    title: 'Sixty-four lanes',
    said: 'Just spawn 64 workers and pick the best.',
    text: 'Asks for a run with 64 lanes and no diversity rule.',
    ask: { kind: 'run', experiment: go, settings: { lanes: 64, diversity: null } },
  },
  {
    kind: 'refusal',
    id: 'R-191',
    title: 'Its own judge (E2)',
    said: 'Let the proposer judge its own rollouts.',
    text: 'Asks for a run on a judged task in which the proposer takes the evaluator’s seat.',
    ask: { kind: 'run', experiment: go, settings: { judging: { judge: 'proposer' } }, judged: true },
  },
  {
    kind: 'refusal',
    id: 'R-192',
    title: 'Numbers from a paper (E4)',
    said: 'We saw 17x in the paper, ship it.',
    text: 'Asks to headline a published number on hardware where nothing was measured.',
    ask: { kind: 'claim', claim: { kind: 'headline', origin: 'published', hardware: 'our hardware' } },
  },
  {
    kind: 'refusal',
    id: 'R-193',
    title: 'No baseline',
    said: 'Drop the serial baseline; we know it’s slower.',
    text: 'Asks whether the serial baseline may be put away while an experiment compares with it.',
    ask: { kind: 'archive', experiment: TOUR_BASELINE },
  },
  {
    kind: 'refusal',
    id: 'R-194',
    title: 'Patience on train',
    said: 'Use train accuracy as patience.',
    text: 'Asks for a run that stops once the training score no longer rises.',
    ask: { kind: 'run', experiment: go, settings: { stopping: { trainPatience: 3 } } },
  },
  {
    kind: 'refusal',
    id: 'R-195',
    title: 'Promoted on the dev set',
    said: 'Promote on the dev set; the held-out is too small.',
    text: 'Asks to promote on the examples that the search chose by, with forty held-out ones.',
    ask: {
      kind: 'claim',
      claim: { kind: 'promotion', evidence: 'selection', heldOutExamples: 40, hasCanary: true },
    },
  },
  {
    kind: 'refusal',
    id: 'R-196',
    title: 'No cache',
    said: 'Cache nothing; eval is cheap.',
    text: 'Asks for a run that reads no cached evaluation and gives no reason.',
    ask: { kind: 'run', experiment: go, settings: { evaluationCache: { read: false } } },
  },
  {
    kind: 'refusal',
    id: 'R-197',
    title: 'No scheduler',
    said: 'The scheduler is an implementation detail.',
    text: 'Asks for a parallel run without a batching policy.',
    ask: { kind: 'run', experiment: go, settings: { dispatch: null } },
  },
  {
    kind: 'refusal',
    id: 'E1',
    title: 'Skip the diagnosis',
    said: 'Skip the convergence diagnosis.',
    text: 'Asks for a parallel run where the serial one has no plateau.',
    ask: { kind: 'run', experiment: noPlateau, settings: {} },
  },
  {
    kind: 'refusal',
    id: 'E3',
    title: 'Promote on train',
    said: 'It has the best train score, promote it.',
    text: 'Asks to promote on a score from training examples.',
    ask: {
      kind: 'claim',
      claim: { kind: 'promotion', evidence: 'train', heldOutExamples: 300, hasCanary: true },
    },
  },
  {
    kind: 'refusal',
    id: 'E5',
    title: 'Without the canary',
    said: 'Leave out the canary, we are in a hurry.',
    text: 'Asks to promote on held-out alone.',
    ask: {
      kind: 'claim',
      claim: { kind: 'promotion', evidence: 'heldOut', heldOutExamples: 300, hasCanary: false },
    },
  },
  {
    kind: 'refusal',
    id: 'E6',
    title: 'A larger held-out, afterwards',
    said: 'The result is bad, take a larger held-out.',
    text: 'Asks to give an experiment that has run another split.',
    ask: { kind: 'split', experiment: notDistinguishable, other: go },
  },
];
