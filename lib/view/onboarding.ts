import type { RunKind, RunStatus } from '@/lib/domain/run';

/** The way from an empty workspace to a first result. Each step ticks itself from what is there. */
export interface OnboardingStep {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly href: string;
  readonly done: boolean;
}

export interface OnboardingFacts {
  readonly providers: readonly { readonly practice: boolean; readonly models: readonly unknown[] }[];
  readonly datasets: readonly { readonly bundled: boolean }[];
  readonly splits: number;
  readonly experiments: number;
  readonly diagnoses: number;
  /** Number of registered canaries: a draft tests nothing. */
  readonly canaries: number;
  readonly runs: readonly { readonly kind: RunKind; readonly status: RunStatus }[];
}

export function prepareOnboarding(facts: OnboardingFacts): readonly OnboardingStep[] {
  const finished = facts.runs.filter((run) => run.status === 'finished');
  return [
    {
      id: 'run',
      title: 'Run the seeded experiment',
      hint: 'On the practice model: no key, no cost, about two minutes',
      href: '/experiments',
      // The serial baseline that the seed data starts does not count as a person's first run.
      done: facts.runs.some((run) => run.kind === 'combee' && run.status !== 'failed'),
    },
    {
      id: 'provider',
      title: 'Add a provider of your own',
      hint: 'Any OpenAI-compatible endpoint, with its prices',
      href: '/settings?tab=models',
      done: facts.providers.some((provider) => !provider.practice && provider.models.length > 0),
    },
    {
      id: 'data',
      title: 'Import a data set',
      hint: 'JSONL, JSON, CSV or TSV, gzip too',
      href: '/datasets/import',
      done: facts.datasets.some((dataset) => !dataset.bundled),
    },
    {
      id: 'split',
      title: 'Register a split',
      hint: 'Train, selection, held-out and confirmation, pinned by a hash',
      href: '/datasets',
      done: facts.splits > 0,
    },
    {
      id: 'experiment',
      title: 'Make an experiment',
      hint: 'Task, split, method, models and budget',
      href: '/experiments/new',
      done: facts.experiments > 1,
    },
    {
      id: 'serial',
      title: 'Run its serial baseline',
      hint: 'Slow on purpose: every gain is measured against it',
      href: '/experiments',
      done: finished.some((run) => run.kind === 'serialBaseline'),
    },
    {
      id: 'diagnose',
      title: 'Diagnose it: go or no-go',
      hint: 'Says from the serial baseline whether a parallel run is worth it',
      href: '/experiments',
      done: facts.diagnoses > 0,
    },
    {
      id: 'scale',
      title: 'Run it in parallel',
      hint: 'Combee, once the serial diagnosis says go',
      href: '/experiments',
      done: finished.some((run) => run.kind === 'combee'),
    },
    {
      id: 'canary',
      title: 'Try the prompt in a canary',
      hint: 'Beside the prompt that is live now, under a rule that was registered before',
      href: '/slots',
      done: facts.canaries > 0,
    },
  ];
}
