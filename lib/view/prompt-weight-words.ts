import type { ApprovalView } from '@/lib/contracts/approvals';
import type { PromptWeightView } from '@/lib/contracts/prompt-weight';
import { type AddedLatency, type AddedUsd, addedTokens, type PromptTokens } from '@/lib/domain/prompt-weight';
import type { RunState } from '@/lib/projection/run-state';
import { formatCount, formatUsd } from './numbers';

/** The weight of a prompt in words: tokens, dollars per 1,000 calls, and added time. */

const signed = (value: number, say: (value: number) => string): string =>
  value === 0 ? 'no change' : `${value > 0 ? '+' : '−'}${say(Math.abs(value))}`;

/** "+600 tokens a call (300 → 900), +$0.09 per 1,000 calls ($0.01 from the cache)." */
export function addedWords(tokens: PromptTokens, usd: AddedUsd | null): string {
  return `${tokenWords(tokens)}, ${usdWords(usd)}.`;
}

function tokenWords(tokens: PromptTokens): string {
  const { baseline, learned } = tokens;
  const added = signed(addedTokens(tokens), (value) => `${formatCount(value)} tokens a call`);
  return `${added} (${formatCount(baseline)} → ${formatCount(learned)})`;
}

function usdWords(usd: AddedUsd | null): string {
  if (usd === null || usd.uncached === null) return 'price unknown';
  const cached = usd.cached === null ? '' : ` (${signed(usd.cached, formatUsd)} from the cache)`;
  return `${signed(usd.uncached, formatUsd)} per 1,000 calls${cached}`;
}

const REASONS = {
  practice: 'not measured: delays of the practice model are made up',
  noDelays: 'not measured: no held-out example has a delay under both prompts',
} as const;

function latencyWords(latency: AddedLatency): string {
  if (latency.state === 'notMeasured') return REASONS[latency.reason];
  const { medianMs, lowerMs, upperMs, n } = latency;
  const ms = (value: number) => signed(Math.round(value), (whole) => `${formatCount(whole)} ms`);
  const interval =
    lowerMs === null || upperMs === null ? 'too few for an interval' : `${ms(lowerMs)} to ${ms(upperMs)}`;
  return `${ms(medianMs)} a call in the median (${interval}, n = ${formatCount(n)})`;
}

/** Lines of the verdict card. */
export function weightLines(
  weight: PromptWeightView,
): readonly { readonly term: string; readonly value: string }[] {
  const { tokens, addedUsd, latency, callsPerRollout } = weight;
  const added = addedTokens(tokens);
  return [
    { term: 'Added tokens', value: tokenWords(tokens) },
    { term: 'Added cost', value: usdWords(addedUsd) },
    { term: 'Added latency', value: latencyWords(latency) },
    ...(callsPerRollout === 1
      ? []
      : [
          {
            term: 'Added per rollout',
            value:
              callsPerRollout === null
                ? 'unknown: the calls of its rollouts are not known'
                : `${signed(Math.round(added * callsPerRollout), (value) => `${formatCount(value)} tokens`)} in ${Number(callsPerRollout.toFixed(1))} calls`,
          },
        ]),
  ];
}

/** Lines of a canary's verdict card: against the live prompt, but for the latency that its run measured. */
export function challengerLines(
  weight: ApprovalView['weight'],
  learned: PromptWeightView | null,
): readonly { readonly term: string; readonly value: string }[] {
  return [
    { term: 'Added tokens', value: tokenWords(weight) },
    { term: 'Added cost', value: usdWords(weight.addedUsd) },
    ...(learned === null
      ? []
      : [{ term: 'Latency over the original prompt', value: latencyWords(learned.latency) }]),
  ];
}

/** The best version so far; null while it is the original prompt, which adds nothing. */
export function weighedVersion({
  measurements,
  started,
}: Pick<RunState, 'measurements' | 'started'>): string | null {
  const hash = measurements.findLast(({ best }) => best)?.candidateHash ?? null;
  return hash === started?.seedCandidateHash ? null : hash;
}
