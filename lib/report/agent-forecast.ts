import type { PinnedAgent } from '@/lib/domain/agent';
import type { RunManifest } from '@/lib/domain/manifest';
import type { AgentHealth, Spread } from '@/lib/domain/past-attempt';
import { type CallBasis, estimateCell, selectionAnswers } from './sweep-estimate';

/**
 * What the rollouts of a run with an agent will take, from past rollouts of the pinned version: an estimate, never a cap.
 * The spans are those of the batch sizes that the run may use. Reflections and aggregation are not in it. Constant cost.
 */
export interface ForecastSpan {
  low: number;
  high: number;
}

/** From the mean of n past rollouts; `p90` = if each rollout took as much as their 90th percentile. */
export interface ForecastAmount {
  n: number;
  mean: ForecastSpan;
  p90: ForecastSpan;
}

export interface AgentForecast {
  /** In training, on the selection split and on held-out, as if the budget did not bind. */
  rollouts: ForecastSpan;
  /** Null = no past rollout says it. */
  ms: ForecastAmount | null;
  tokens: ForecastAmount | null;
  usd: ForecastAmount | null;
  /** Rollouts that the budget allows where each takes its whole limit; null = no cap binds. */
  atLimit: number | null;
}

interface Known {
  readonly manifest: RunManifest & { readonly agent: PinnedAgent };
  readonly past: Pick<AgentHealth, 'ms' | 'tokens' | 'usd'>;
  /** The most that one rollout may take. */
  readonly ceiling: { readonly tokens: number; readonly usd: number };
}

const NO_CALL: CallBasis = { tokensIn: 0, tokensOut: 0, delayMs: 0 };

export function agentForecast({ manifest, past: { ms, tokens, usd }, ceiling }: Known): AgentForecast {
  const sizes = sizesOf(manifest);
  const rollouts = spanOf(sizes.map((size) => rolloutsAt(manifest, size)));
  const each = (spread: Spread | null, of: (value: number) => ForecastSpan): ForecastAmount | null =>
    spread && { n: spread.n, mean: of(spread.mean), p90: of(spread.p90) };
  const times = (value: number) => ({ low: rollouts.low * value, high: rollouts.high * value });
  return {
    rollouts,
    ms: each(ms, (delayMs) => spanOf(sizes.map((size) => cellOf(manifest, size, delayMs).totalMs))),
    tokens: each(tokens, times),
    usd: each(usd, times),
    atLimit: rolloutsAtLimit(manifest, ceiling),
  };
}

function sizesOf({ batch }: RunManifest): readonly number[] {
  if (batch.kind === 'static') return [batch.size];
  return [batch.profileSizes[0] ?? 1, batch.profileSizes.at(-1) ?? 1];
}

function rolloutsAt(manifest: RunManifest, size: number): number {
  const { rollouts, evaluationRollouts } = cellOf(manifest, size, 0);
  const examples = manifest.split.counts.train * manifest.epochs;
  const iterations = Math.ceil(examples / Math.max(1, Math.min(size, examples)));
  return Math.round(rollouts + evaluationRollouts + selectionAnswers(manifest, iterations));
}

function cellOf(manifest: RunManifest, batchSize: number, delayMs: number) {
  const cell = { position: 0, arm: manifest.aggregation.kind, batchSize, seed: 0 };
  const basis = {
    answer: { ...NO_CALL, delayMs },
    reflect: NO_CALL,
    aggregate: NO_CALL,
    runs: 0,
    rollouts: null,
  };
  return estimateCell(cell, manifest, basis);
}

function rolloutsAtLimit({ budget: { tokens, usd } }: RunManifest, ceiling: Known['ceiling']): number | null {
  const allowed = [
    ...(tokens === null ? [] : [tokens / ceiling.tokens]),
    ...(usd === null || ceiling.usd === 0 ? [] : [usd / ceiling.usd]),
  ];
  // A quotient such as 3 / 0.3 may lie a hair below the whole number.
  return allowed.length === 0 ? null : Math.floor(Math.min(...allowed) + 1e-9);
}

const spanOf = (values: readonly number[]): ForecastSpan => ({
  low: Math.min(...values),
  high: Math.max(...values),
});
