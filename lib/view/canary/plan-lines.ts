import type { CanaryPlan, Guardrail } from '@/lib/domain/canary';
import { formatCount, plural } from '../numbers';

/** A registered plan as names and values, and the sizes of a canary in words. */
export interface PlanLine {
  readonly term: string;
  readonly value: string;
}

export const percentWords = (share: number) => `${Number((share * 100).toFixed(2))} %`;
export const pointWords = (share: number) => {
  const points = Number((share * 100).toFixed(2));
  return `${points} ${points === 1 ? 'point' : 'points'}`;
};

/** "3 days", or hours below two days. */
export function hoursWords(hours: number): string {
  if (hours < 1) return plural(Math.max(0, Math.ceil(hours * 60)), 'minute');
  if (hours < 48) return plural(Math.ceil(hours), 'hour');
  return plural(Math.ceil(hours / 24), 'day');
}

const modeWords = ({ liveSteps }: CanaryPlan) =>
  liveSteps.length === 0
    ? 'Shadow: the challenger is hidden until it is live'
    : 'Shadow first: the challenger is hidden until the live steps';

export function planLines(plan: CanaryPlan): readonly PlanLine[] {
  return [
    {
      term: 'Mode',
      value: plan.mode === 'shadow' ? modeWords(plan) : 'Callers who asked for it',
    },
    { term: 'Margin', value: `at most ${pointWords(plan.margin)} worse` },
    { term: 'Share in shadow', value: percentWords(plan.share) },
    { term: 'Window', value: hoursWords(plan.windowHours) },
    {
      term: 'Pairs',
      value: `${formatCount(plan.pairsPlanned)} planned, ${formatCount(plan.pairsMin)} at least`,
    },
    { term: 'A look', value: `each ${formatCount(plan.lookEvery)} pairs` },
    { term: 'Chance of a false bound', value: `${percentWords(plan.alpha)} on one side` },
    { term: 'Guardrails', value: plan.guardrails.map(guardrailWords).join('; ') || 'none' },
    ...(plan.addedTokensMax == null
      ? []
      : [{ term: 'Added tokens', value: `at most ${formatCount(plan.addedTokensMax)} a call` }]),
    {
      term: 'Live steps',
      value: plan.liveSteps.map(percentWords).join(', ') || 'straight to 100 %',
    },
    ...(plan.liveSteps.length > 0 ? [{ term: 'Each step', value: hoursWords(plan.stepHours) }] : []),
    { term: 'Watch after it', value: hoursWords(plan.watchHours) },
    { term: 'Late outcomes', value: `count for ${hoursWords(plan.outcomeWindowHours)}` },
    { term: 'Failure cost', value: plan.failureLevel },
    { term: 'Approvals', value: plural(plan.approvers, 'person', 'people') },
  ];
}

export const METRIC_WORDS: Readonly<Record<Guardrail['metric'], { name: string; unit: string }>> = {
  latencyP95: { name: 'Latency (p95)', unit: '% slower' },
  cost: { name: 'Cost of a request', unit: '% dearer' },
  failureRate: { name: 'Failed answers', unit: 'points more' },
  custom: { name: 'A score of your own', unit: 'points lower' },
};

function guardrailWords({ name, metric, margin, whenBroken }: Guardrail): string {
  const most = `at most ${Number((margin * 100).toFixed(2))} ${METRIC_WORDS[metric].unit}`;
  return `${name}: ${most}, ${whenBroken === 'rollBack' ? 'else back' : 'else hold'}`;
}
