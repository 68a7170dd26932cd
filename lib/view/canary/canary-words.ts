import type { GuardrailReading, HealthFinding, VerdictKind } from '@/lib/domain/canary';
import type { CanaryState, SlotKind } from '@/lib/domain/canary-state';
import type { StatusWord } from '../run-words';
import type { Tone } from '../tone';

/** Words, tones and next steps for everything about a canary that the API says as a code. */
export const CANARY_STATE_WORDS: Readonly<Record<CanaryState, StatusWord>> = {
  drafted: {
    word: 'Draft',
    tone: 'neutral',
    meaning: 'Nothing is fixed yet. Fill the plan and register it.',
  },
  registered: {
    word: 'Registered',
    tone: 'info',
    meaning: 'The plan is sealed and cannot change. Start the shadow.',
  },
  shadow: {
    word: 'In shadow',
    tone: 'honey',
    meaning: 'The challenger answers a share of the requests. No caller sees its answers.',
  },
  approval: {
    word: 'Waits for approval',
    tone: 'info',
    meaning: 'The shadow has passed. People read the evidence and approve it.',
  },
  liveStep: {
    word: 'Live step',
    tone: 'honey',
    meaning: 'A share of the callers is answered by the challenger.',
  },
  watch: {
    word: 'Live, watched',
    tone: 'honey',
    meaning: 'All callers are answered by the challenger; the old prompt answers in reverse shadow.',
  },
  promoted: { word: 'Promoted', tone: 'good', meaning: 'Its watch is over without a proven harm.' },
  failed: { word: 'Failed', tone: 'bad', meaning: 'A harm was proven in shadow, before any caller saw it.' },
  inconclusive: {
    word: 'Inconclusive',
    tone: 'neutral',
    meaning: 'Neither a harm nor its absence was proven. It never promotes; register a larger canary.',
  },
  invalid: {
    word: 'Invalid',
    tone: 'bad',
    meaning: 'Results are invalid. Fix the cause and register a new canary.',
  },
  reverted: { word: 'Reverted', tone: 'bad', meaning: 'It was live and was taken back.' },
  superseded: { word: 'Superseded', tone: 'neutral', meaning: 'Another prompt went live after it.' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral', meaning: 'A person took it back before it was live.' },
};

export const VERDICT_WORDS: Readonly<Record<VerdictKind, StatusWord>> = {
  pass: { word: 'Pass', tone: 'good', meaning: 'Not worse than the margin allows, at the registered end.' },
  fail: { word: 'Fail', tone: 'bad', meaning: 'Proven worse than the margin allows.' },
  continue: { word: 'Go on', tone: 'honey', meaning: 'The registered end has not come.' },
  inconclusive: { word: 'Inconclusive', tone: 'neutral', meaning: 'The end came and nothing is proven.' },
  invalid: { word: 'Invalid', tone: 'bad', meaning: 'A check of the numbers failed.' },
};

export const HEALTH_WORDS: Readonly<Record<HealthFinding['check'], string>> = {
  sampleRatio: 'Shares as planned',
  missingOutcomes: 'Outcomes arrive',
  duplicates: 'One arm a caller',
  latency: 'Latency is measured',
  incumbentChanged: 'Same incumbent',
  evaluatorDrift: 'Same evaluator',
  noTraffic: 'Requests come',
  wholeDays: 'A whole day',
};

export const HEALTH_STATE_WORDS: Readonly<Record<HealthFinding['state'], { word: string; tone: Tone }>> = {
  sound: { word: 'Sound', tone: 'good' },
  byDesign: { word: 'By design', tone: 'neutral' },
  waiting: { word: 'Not yet', tone: 'neutral' },
  quiet: { word: 'Quiet', tone: 'honey' },
  unmeasured: { word: 'Not measured', tone: 'neutral' },
  invalid: { word: 'Invalid', tone: 'bad' },
};

export const GUARDRAIL_STATE_WORDS: Readonly<
  Record<GuardrailReading['state'], { word: string; tone: Tone }>
> = {
  kept: { word: 'Kept', tone: 'good' },
  broken: { word: 'Broken', tone: 'bad' },
  open: { word: 'Open', tone: 'neutral' },
  unmeasured: { word: 'Not measured', tone: 'neutral' },
};

export const WHEN_BROKEN_WORDS: Readonly<Record<GuardrailReading['whenBroken'], string>> = {
  rollBack: 'rolls back when broken',
  hold: 'holds when broken',
};

export const SLOT_KIND_WORDS: Readonly<Record<SlotKind, StatusWord>> = {
  rehearsal: {
    word: 'Rehearsal',
    tone: 'info',
    meaning:
      'For trying the whole way without risk: its key begins with “rehearsal.”, and prompts learned on the practice model may go live in it.',
  },
  production: {
    word: 'Production',
    tone: 'honey',
    meaning:
      'For real callers: its key begins with “prompt.”, and prompts learned on the practice model are refused.',
  },
};

const ENDED: readonly CanaryState[] = [
  ...(['promoted', 'failed', 'inconclusive', 'invalid', 'reverted', 'superseded', 'withdrawn'] as const),
];

/** Nothing of it moves any more by itself. */
export function isEndedState(state: CanaryState): boolean {
  return ENDED.includes(state);
}
