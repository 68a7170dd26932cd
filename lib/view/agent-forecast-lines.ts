import type { AgentForecastView } from '@/lib/contracts/agent-forecast';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN, plural } from './numbers';

/** The forecast of a run with an agent in words: one line for each amount, and what the budget allows. */
export interface ForecastLine {
  readonly term: string;
  readonly value: string;
}

type Amount = AgentForecastView['ms'];
type Span = AgentForecastView['rollouts'];

export function forecastLines({ rollouts, ms, tokens, usd }: AgentForecastView): readonly ForecastLine[] {
  return [
    { term: 'Rollouts', value: spanWords(rollouts, count) },
    { term: 'Time', value: amountWords(ms, formatDuration) },
    { term: 'Tokens', value: amountWords(tokens, count) },
    { term: 'Cost', value: amountWords(usd, formatUsd) },
  ];
}

/** Null = the budget has no cap that binds rollouts. */
export function atLimitSentence({ atLimit, rollouts }: AgentForecastView): string | null {
  if (atLimit === null) return null;
  const allowed = `If each takes its whole limit, the budget allows ${plural(atLimit, 'rollout')}`;
  return atLimit < rollouts.high
    ? `${allowed}, fewer than the run may need: raise the budget or lower the limit of a rollout.`
    : `${allowed}, which is enough.`;
}

const count = (value: number) => formatCount(Math.round(value));

const spanWords = ({ low, high }: Span, words: (value: number) => string) =>
  words(low) === words(high) ? words(low) : `${words(low)} to ${words(high)}`;

function amountWords(amount: Amount, words: (value: number) => string): string {
  if (amount === null) return NOT_KNOWN;
  return `${spanWords(amount.mean, words)}; 90th percentile ${spanWords(amount.p90, words)} (n = ${amount.n})`;
}
