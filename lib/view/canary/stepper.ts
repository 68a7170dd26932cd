import type { CanaryState } from '@/lib/domain/canary-state';
import { CANARY_STATE_WORDS } from './canary-words';

/** Stages of a canary in order, with the one that it is at or ended at. Holds no times. */
export interface CanaryStep {
  readonly key: string;
  readonly name: string;
  readonly place: 'done' | 'here' | 'ahead' | 'ended' | 'skipped';
  /** Why the stage was skipped, or how the canary ended at it; null for every other stage. */
  readonly note: string | null;
}

type Stage = 'drafted' | 'registered' | 'shadow' | 'approval' | 'liveStep' | 'watch' | 'promoted';

const STAGES: readonly { readonly key: Stage; readonly name: string }[] = [
  { key: 'drafted', name: 'Drafted' },
  { key: 'registered', name: 'Registered' },
  { key: 'shadow', name: 'Shadow' },
  { key: 'approval', name: 'Approval' },
  { key: 'liveStep', name: 'Live steps' },
  { key: 'watch', name: 'Watch' },
  { key: 'promoted', name: 'Promoted' },
];

export interface CanaryWay {
  readonly state: CanaryState;
  /** Shares of the registered live steps; null before the registration. */
  readonly liveSteps: readonly number[] | null;
  /** Index of the live step, while one is on. */
  readonly step: number | null;
  /** Up to where it came, for a canary that ended on the way. */
  readonly reached: {
    readonly isRegistered: boolean;
    readonly isStarted: boolean;
    /** It passed its shadow. */
    readonly isPassed: boolean;
    readonly isPromoted: boolean;
  };
}

export function prepareSteps(way: CanaryWay): readonly CanaryStep[] {
  const stop = stopOf(way);
  const at = STAGES.findIndex(({ key }) => key === stop);
  const isOnWay = STAGES.some(({ key }) => key === way.state);
  return STAGES.map(({ key, name }, index) => {
    const step = { key, name: key === 'liveStep' ? liveName(way, name) : name, note: null };
    if (key === 'liveStep' && hasNoSteps(way)) return { ...step, place: 'skipped', note: 'not registered' };
    if (index < at) return { ...step, place: 'done' };
    if (index > at) return { ...step, place: 'ahead' };
    if (way.state === 'promoted') return { ...step, place: 'done' };
    return isOnWay
      ? { ...step, place: 'here' }
      : { ...step, place: 'ended', note: CANARY_STATE_WORDS[way.state].word };
  });
}

/** The plan goes straight to all of the traffic. */
function hasNoSteps({ liveSteps }: CanaryWay): boolean {
  return liveSteps !== null && !liveSteps.some((share) => share < 1);
}

function liveName({ state, liveSteps, step }: CanaryWay, name: string): string {
  const share = state === 'liveStep' && step !== null ? liveSteps?.[step] : undefined;
  return share === undefined ? name : `${name}, ${Number((share * 100).toFixed(2))} %`;
}

/** The stage that a canary is at, or at which it ended. */
function stopOf(way: CanaryWay): Stage {
  const { state, reached } = way;
  switch (state) {
    case 'failed':
    case 'inconclusive':
    case 'invalid':
      return 'shadow';
    case 'reverted':
      return reached.isPromoted || hasNoSteps(way) ? 'watch' : 'liveStep';
    case 'superseded':
      return 'promoted';
    case 'withdrawn':
      return withdrawnAt(reached);
    default:
      return state;
  }
}

function withdrawnAt({ isPassed, isStarted, isRegistered }: CanaryWay['reached']): Stage {
  if (isPassed) return 'approval';
  if (isStarted) return 'shadow';
  return isRegistered ? 'registered' : 'drafted';
}

export const STAGE_WORDS = { shadow: 'Shadow', liveStep: 'Live step', watch: 'Watch' } as const;
export type LookedStage = keyof typeof STAGE_WORDS;

/** The stages that have looks, in their order, as options. */
export function stagesOf(
  looks: readonly { readonly stage: LookedStage }[],
): readonly { readonly value: LookedStage; readonly label: string }[] {
  return (['shadow', 'liveStep', 'watch'] as const)
    .filter((stage) => looks.some((look) => look.stage === stage))
    .map((value) => ({ value, label: STAGE_WORDS[value] }));
}
