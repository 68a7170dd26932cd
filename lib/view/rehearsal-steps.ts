import type { ApprovalView } from '@/lib/contracts/approvals';
import type { OpenCanary, PracticePrompt, PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
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
  /** A person's canary that gets the traffic of this step, or has to leave the slot first. */
  readonly open: OpenCanary | null;
}

const WENT_LIVE: readonly PracticeTrial['state'][] = ['watch', 'promoted', 'superseded', 'reverted'];

export function rehearsalSteps({ trials, live, isReverted, open }: RehearsalView): readonly RehearsalStep[] {
  const at = startOfRound(trials);
  const learned = at < 0 ? null : (trials[at] ?? null);
  const shortened = trials.slice(0, Math.max(0, at)).find(({ prompt }) => prompt === 'shortened') ?? null;
  const wentLive = learned !== null && WENT_LIVE.includes(learned.state);
  // The version before may be a good one too, so what is live does not tell a revert.
  const isLive = !isReverted && (live === 'learned' || (live === 'own' && wentLive));
  const isBack = wentLive && !isLive;
  const promoted = wentLive ? 'done' : stateOfTrial(learned);
  const caught = shortened?.state === 'failed' ? 'done' : isLive ? stateOfTrial(shortened) : 'later';
  return [
    {
      id: 'promote',
      title: 'Promote a good prompt',
      text: 'Practice requests are answered by the live prompt and by the one that the demo learned.',
      state: promoted,
      prompt: 'learned',
      trial: learned,
      open: canStart(promoted) ? open : null,
    },
    {
      id: 'catch',
      title: 'See a bad prompt caught',
      text: 'A colleague cut the learned rules to save tokens. The canary compares before any caller sees it.',
      state: caught,
      prompt: 'shortened',
      trial: shortened,
      open: canStart(caught) && open !== null && holdsSlot(open) ? open : null,
    },
    {
      id: 'back',
      title: 'Roll back',
      text: 'One pointer moves, and the next request is answered by the first prompt again.',
      state: isBack ? 'done' : isLive && shortened?.state !== 'shadow' ? 'open' : 'later',
      prompt: null,
      trial: null,
      open: null,
    },
  ];
}

/** A person's trial that came to nothing ends no round that has a prompt live. */
function startOfRound(trials: readonly PracticeTrial[]): number {
  const counts = ({ prompt, state }: PracticeTrial) =>
    prompt === 'learned' || (prompt === 'own' && ['shadow', 'approval', ...WENT_LIVE].includes(state));
  const at = trials.findIndex(counts);
  return at < 0 ? trials.findIndex(({ prompt }) => prompt === 'own') : at;
}

const canStart = (state: StepState) => state === 'open' || state === 'ended';
const holdsSlot = ({ state }: OpenCanary) => state === 'shadow' || state === 'liveStep';

/** Action needed first for an open canary that takes no traffic; null where it takes it. */
export function whatOpenNeeds({ state, version }: OpenCanary): string | null {
  if (state === 'drafted') return `Version ${version} is a draft. Register or withdraw it first.`;
  if (state === 'liveStep') return `Version ${version} is in a live step. Promote or withdraw it first.`;
  return null;
}

/** Why one press cannot approve and promote; evidence that is approved needs no approval of this reader. */
export const whyNotPromote = ({ whyNot, decisions }: Pick<ApprovalView, 'whyNot' | 'decisions'>) =>
  isApproved(decisions) ? whyNot.goLive : whyNot.approve;

export const isApproved = (decisions: ApprovalView['decisions']): boolean =>
  decisions.some(({ decision, counts }) => decision === 'approved' && counts);

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

/** A round ends with the way back, also where no bad prompt was tried. */
export const canRehearseAgain = (steps: readonly RehearsalStep[]): boolean =>
  steps.some(({ id, state }) => id === 'back' && state === 'done');

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
