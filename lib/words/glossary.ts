/**
 * The glossary: one sentence or two for each term that the pages use. A popover on the pages and a page of the help show
 * the same text, so no card explains these terms itself.
 */
export const GLOSSARY = {
  interval: {
    term: '95 % interval',
    text: 'Of 100 ranges made this way, 95 hold the true value. More examples make the range narrower.',
  },
  paired: {
    term: 'paired',
    text: 'Both prompts answer the same examples, and each example is compared with itself. Easy and hard examples cancel out.',
  },
  n: {
    term: 'n',
    text: 'Number of examples that were scored. A missing score is counted apart, never as 0.',
  },
  'held-out': {
    term: 'held-out',
    text: 'Examples that a run never learns from. Every prompt of the run is measured on the same ones.',
  },
  playbook: {
    term: 'playbook',
    text: 'The prompt that a run builds: a list of insights, each traced to the rollouts that taught it.',
  },
  rollout: {
    term: 'rollout',
    text: 'One attempt of a model or an agent at one example, with its answer and its score.',
  },
  insight: {
    term: 'insight',
    text: 'One line of advice in the playbook, learned from a rollout.',
  },
  'serial-run': {
    term: 'serial run',
    text: 'A run that learns from one example after the other. Speed and cost of parallel runs are compared with it.',
  },
  gain: {
    term: 'gain',
    text: 'The best prompt’s score minus the original prompt’s, corrected for choosing the best of several prompts on the same examples. It can be below the difference of the two scores.',
  },
  point: {
    term: 'point (pt)',
    text: 'One hundredth of the full score: from 70 % to 72 % is a gain of 2 pt.',
  },
} as const satisfies Readonly<Record<string, { readonly term: string; readonly text: string }>>;

export type TermId = keyof typeof GLOSSARY;

export const TERM_IDS = Object.keys(GLOSSARY) as readonly TermId[];

/** Page of the help with all terms; each has its fragment. */
export const GLOSSARY_PAGE = '/docs/glossary';

export const termAddress = (id: TermId): string => `${GLOSSARY_PAGE}#${id}`;
