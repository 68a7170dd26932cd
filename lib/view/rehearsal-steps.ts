import type { PracticePrompt, PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
import { countWords } from '@/lib/domain/scored-count';
import { formatPoints, formatSpan } from './numbers';

/**
 * The three steps of a rehearsal, from what became of its trials: promote the learned prompt, see the shortened one caught,
 * roll back. A round begins with the newest trial of the learned prompt. Decides what is next; asks nothing.
 */
export type StepState = 'open' | 'running' | 'approve' | 'done' | 'ended' | 'later';

export interface RehearsalStep {
  readonly id: 'promote' | 'catch' | 'back';
  readonly title: string;
  readonly text: string;
  readonly state: StepState;
  /** The prompt that its traffic tries; null for the way back. */
  readonly prompt: PracticePrompt | null;
  readonly trial: PracticeTrial | null;
}

const WENT_LIVE: readonly PracticeTrial['state'][] = ['watch', 'promoted', 'superseded', 'reverted'];

export function rehearsalSteps({ trials, live }: RehearsalView): readonly RehearsalStep[] {
  const at = trials.findIndex(({ prompt }) => prompt === 'learned');
  const learned = at < 0 ? null : (trials[at] ?? null);
  const shortened = trials.slice(0, Math.max(0, at)).find(({ prompt }) => prompt === 'shortened') ?? null;
  const isLive = live === 'learned';
  const wentLive = learned !== null && WENT_LIVE.includes(learned.state);
  const isBack = wentLive && !isLive;
  return [
    {
      id: 'promote',
      title: 'Promote a good prompt',
      text: 'Practice requests are answered by the live prompt and by the one that the demo learned.',
      state: wentLive ? 'done' : stateOfTrial(learned),
      prompt: 'learned',
      trial: learned,
    },
    {
      id: 'catch',
      title: 'See a bad prompt caught',
      text: 'A colleague cut the learned rules to save tokens. The canary compares before any caller sees it.',
      state: shortened?.state === 'failed' ? 'done' : isLive ? stateOfTrial(shortened) : 'later',
      prompt: 'shortened',
      trial: shortened,
    },
    {
      id: 'back',
      title: 'Roll back',
      text: 'One pointer moves, and the next request is answered by the first prompt again.',
      state: isBack ? 'done' : isLive && shortened?.state !== 'shadow' ? 'open' : 'later',
      prompt: null,
      trial: null,
    },
  ];
}

function stateOfTrial(trial: PracticeTrial | null): StepState {
  switch (trial?.state) {
    case undefined:
      return 'open';
    case 'shadow':
      return 'running';
    case 'approval':
      return 'approve';
    default:
      return 'ended';
  }
}

export const isRehearsed = (steps: readonly RehearsalStep[]): boolean =>
  steps.every(({ state }) => state === 'done');

/** Whether the page has to read again. */
export const hasTraffic = ({ trials }: RehearsalView): boolean =>
  trials.some(({ state }) => state === 'shadow');

/** The difference so far with interval and n; null before the first look. */
export function trialFigures({ verdict }: PracticeTrial): string | null {
  if (verdict === null) return null;
  const { difference, lower, upper, pairs } = verdict;
  return `${formatPoints(difference)} (${formatSpan({ lower, upper })}, ${countWords({ n: pairs })})`;
}

/** Compressed time and what is left of the traffic. */
export function trialProgress({ hours, hoursPlanned, secondsLeft }: PracticeTrial): string {
  return `${Math.floor(hours)} of ${hoursPlanned} practice hours · ${secondsLeft} s left`;
}

export const VERDICT_OF_TRIAL: Readonly<Partial<Record<PracticeTrial['state'], string>>> = {
  approval: 'Passed',
  watch: 'Promoted',
  promoted: 'Promoted',
  superseded: 'Promoted',
  reverted: 'Promoted, then rolled back',
  failed: 'Caught',
  inconclusive: 'Inconclusive',
  invalid: 'Invalid',
  withdrawn: 'Withdrawn',
};
