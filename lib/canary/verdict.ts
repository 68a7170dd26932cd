import type {
  CanaryPlan,
  GuardrailReading,
  HealthFinding,
  Verdict,
  VerdictKind,
  VerdictReason,
} from '@/lib/domain/canary';
import { type SequenceBounds, sequenceBounds } from '@/lib/stats/confidence-sequence';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';
import type { PairCount } from './pair-count';

/**
 * The verdict on a canary at one look. With dbar the mean difference, [LB, UB] its sequence and eps the margin:
 *
 *     invalid        a health check failed: the numbers do not mean what they seem to
 *     fail           at any look: a guardrail is proven broken, or UB < -eps
 *     continue       before the end
 *     pass           at the registered end only: dbar >= -eps (the literal rule) and LB >= -eps (the sequence)
 *                    and every guardrail proven kept
 *     inconclusive   at the end, everything else. It never promotes.
 *
 * A pass is judged once and a fail may come at every look, because a harm has to stop at once while a pass can wait;
 * the sequence keeps its promise over all looks together. Knows no clock: the caller says whether the end has come.
 * Cost: the same at every look.
 */
export interface LookFacts {
  readonly count: PairCount;
  /** See `hasEnded`. */
  readonly isEnd: boolean;
  readonly health: readonly HealthFinding[];
  readonly guardrails: readonly GuardrailReading[];
}

type Judged = Pick<CanaryPlan, 'margin' | 'alpha' | 'pairsPlanned' | 'pairsMin'>;
type Decision = readonly [kind: VerdictKind, reasons: readonly VerdictReason[]];

const DAY_HOURS = 24;

/**
 * The registered end: the planned pairs are in and a whole day has passed, or the window is over. Nothing that the data
 * say moves it.
 */
export function hasEnded(
  plan: Pick<CanaryPlan, 'pairsPlanned' | 'windowHours'>,
  { pairs, elapsedHours }: { readonly pairs: number; readonly elapsedHours: number },
): boolean {
  return elapsedHours >= plan.windowHours || (pairs >= plan.pairsPlanned && elapsedHours >= DAY_HOURS);
}

export function decideVerdict(plan: Judged, facts: LookFacts): Verdict {
  const { differences, discordant } = facts.count;
  const sequence = sequenceBounds(differences, { alpha: plan.alpha, planned: plan.pairsPlanned });
  const isTrusted = differences.n >= PAIRS_MIN && discordant >= DISCORDANT_MIN;
  const [kind, reasons] =
    decideHealth(facts) ??
    decideHarm(plan, facts, isTrusted ? sequence : null) ??
    decideEnd(plan, facts, sequence);
  return {
    kind,
    reasons,
    pairs: differences.n,
    discordant,
    difference: sequence.mean,
    lower: isTrusted ? sequence.lower : null,
    upper: isTrusted ? sequence.upper : null,
  };
}

function decideHealth({ health }: LookFacts): Decision | null {
  const invalid = health.filter(({ state }) => state === 'invalid');
  return invalid.length === 0
    ? null
    : ['invalid', invalid.map(({ sentence }) => ({ code: 'unhealthy', sentence }))];
}

function decideHarm(
  plan: Judged,
  { guardrails }: LookFacts,
  sequence: SequenceBounds | null,
): Decision | null {
  const broken = guardrails.filter(
    ({ state, whenBroken }) => state === 'broken' && whenBroken === 'rollBack',
  );
  const reasons: VerdictReason[] = [];
  if (sequence !== null && sequence.upper < -plan.margin) {
    const sentence = `At best it is ${points(-sequence.upper, plan)} worse, beyond ${marginWords(plan)}.`;
    reasons.push({ code: 'harmProven', sentence });
  }
  reasons.push(...broken.map(({ sentence }) => ({ code: 'guardrailBroken', sentence }) as const));
  return reasons.length === 0 ? null : ['fail', reasons];
}

function decideEnd(plan: Judged, facts: LookFacts, sequence: SequenceBounds): Decision {
  const quiet = facts.health.filter(({ state }) => state === 'quiet');
  if (quiet.length > 0)
    return ['inconclusive', quiet.map(({ sentence }) => ({ code: 'noTraffic', sentence }))];
  if (!facts.isEnd)
    return ['continue', [{ code: 'windowOpen', sentence: 'A pass is judged at the registered end only.' }]];
  const doubts = [...pairDoubts(plan, facts.count, sequence), ...guardrailDoubts(facts.guardrails)];
  if (doubts.length > 0) return ['inconclusive', doubts];
  return ['pass', [{ code: 'withinMargin', sentence: leastSentence(sequence.lower, plan) }]];
}

/** Sentence about the lower bound of a pass. */
function leastSentence(lower: number, plan: Pick<CanaryPlan, 'margin'>): string {
  return lower > 0
    ? `At least ${points(lower, plan)} better, so ${marginWords(plan)} is kept.`
    : `At worst ${points(-lower, plan)} worse, within ${marginWords(plan)}.`;
}

/** Every reason about the pairs that prevents a pass. */
function pairDoubts(
  plan: Judged,
  { differences, discordant }: PairCount,
  sequence: SequenceBounds,
): VerdictReason[] {
  const needed = Math.max(plan.pairsMin, PAIRS_MIN);
  if (differences.n < needed)
    return [
      {
        code: 'pairsMissing',
        sentence: `${pairs(differences.n)} came, and it takes ${needed.toLocaleString('en-US')}.`,
      },
    ];
  if (discordant < DISCORDANT_MIN) {
    const sentence = `The two prompts differ in ${pairs(discordant)}, and it takes ${DISCORDANT_MIN} to judge.`;
    return [{ code: 'discordantMissing', sentence }];
  }
  // The literal rule is implied by the bound; said apart, because it is what the rule book asks for.
  if (sequence.mean < -plan.margin)
    return [
      { code: 'belowMargin', sentence: `It is ${points(-sequence.mean, plan)} worse, beyond the margin.` },
    ];
  if (sequence.lower >= -plan.margin) return [];
  const sentence = `It may still be ${points(-sequence.lower, plan)} worse, beyond ${marginWords(plan)}.`;
  return [{ code: 'notProven', sentence }];
}

/** At the end a guardrail has to be proven kept; a broken signal holds. */
function guardrailDoubts(readings: readonly GuardrailReading[]): VerdictReason[] {
  return readings
    .filter(({ state }) => state !== 'kept')
    .map(({ state, sentence }) => ({
      code: state === 'broken' ? 'signalBroken' : 'guardrailOpen',
      sentence,
    }));
}

const pairs = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'pair' : 'pairs'}`;

/** As it was registered. */
function marginWords({ margin }: Pick<CanaryPlan, 'margin'>): string {
  const points = Number((margin * 100).toFixed(2));
  return `the margin of ${points} ${points === 1 ? 'point' : 'points'}`;
}

/** One decimal, as on the pages; a second where a bound would look like the margin without it. */
function points(share: number, { margin }: Pick<CanaryPlan, 'margin'>): string {
  const [bound, limit] = [share, margin].map((value) => (value * 100).toFixed(1));
  return `${bound === limit ? (share * 100).toFixed(2) : bound} points`;
}
