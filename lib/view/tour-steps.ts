import { compareRuns } from './compare-address';

/**
 * The tour: five steps from an empty workspace to a result of one's own. A step is done by what the workspace shows, or,
 * where it only leads to a page, once it was opened. Any step may be taken first whose page is there.
 */
export const TOUR_STEP_IDS = ['demo', 'result', 'compare', 'rehearse', 'own'] as const;
export type TourStepId = (typeof TOUR_STEP_IDS)[number];

export interface TourFacts {
  /** The seeded experiment; null where it was removed. */
  readonly demoId: string | null;
  /** Newest parallel run of the demo. */
  readonly demoRun: { readonly id: string; readonly isEnded: boolean } | null;
  readonly baselineRunId: string | null;
  readonly practice: { readonly slotId: string; readonly isRehearsed: boolean } | null;
  /** Opened before, in this browser. */
  readonly opened: ReadonlySet<string>;
}

export interface ResultStep {
  readonly id: TourStepId;
  readonly title: string;
  readonly sentence: string;
  readonly button: string;
  /** Null where the step needs an earlier one; `needs` says which. */
  readonly href: string | null;
  readonly needs: string | null;
  readonly isDone: boolean;
}

export function tourSteps(facts: TourFacts): readonly ResultStep[] {
  const { demoId, demoRun, baselineRunId, practice, opened } = facts;
  const hasEnded = demoRun?.isEnded === true;
  const compared = demoRun && baselineRunId ? compareRuns([baselineRunId, demoRun.id]) : null;
  return [
    {
      id: 'demo',
      title: 'Run the demo',
      sentence: 'A shop’s agent learns from 200 tickets, on a model that costs nothing.',
      button: 'Open the demo',
      href: demoId === null ? null : `/experiments/${demoId}`,
      needs: demoId === null ? 'The seeded experiment was removed.' : null,
      isDone: demoRun !== null,
    },
    {
      id: 'result',
      title: 'Read the result',
      sentence: 'The page of the run shows its score, interval, time and cost.',
      button: 'Open the run',
      href: demoRun === null ? null : `/runs/${demoRun.id}`,
      needs: demoRun === null ? 'Run the demo first.' : null,
      isDone: hasEnded && opened.has('result'),
    },
    {
      id: 'compare',
      title: 'Compare with serial',
      sentence: 'Both runs share one time axis, so you see which learns faster.',
      button: 'Compare the runs',
      href: hasEnded ? compared : null,
      needs: hasEnded && compared !== null ? null : 'Run the demo to its end first.',
      isDone: opened.has('compare'),
    },
    {
      id: 'rehearse',
      title: 'Rehearse a promotion',
      sentence: 'Promote the learned prompt, see a bad one caught, and roll back.',
      button: 'Open the practice slot',
      href: practice === null ? null : `/slots/${practice.slotId}`,
      needs: practice === null ? 'This workspace has no practice slot.' : null,
      isDone: practice?.isRehearsed === true,
    },
    {
      id: 'own',
      title: 'Bring your own',
      sentence: 'Give a file of examples; Waggle proposes the rest.',
      button: 'Import examples',
      href: '/datasets/import',
      needs: null,
      isDone: opened.has('own'),
    },
  ];
}

/** Where the tour is taken up again: the first step that is open and can be taken. */
export function currentStep(steps: readonly ResultStep[]): TourStepId | null {
  return steps.find(({ isDone, href }) => !isDone && href !== null)?.id ?? null;
}
