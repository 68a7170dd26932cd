/** An attempt of a rollout that lies in the past, as far as the figures of its agent need it. */
export interface PastAttempt {
  readonly status: string;
  readonly fault: { readonly failure: string; readonly fault: string } | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly tokens: number;
  /** Null = not known. */
  readonly costUsd: number | null;
  /** unknown = no model call of the attempt was seen or reported, so tokens and cost say nothing. */
  readonly countedBy: string;
}

/** Figures of n values. */
export interface Spread {
  n: number;
  mean: number;
  median: number;
  p90: number;
}

/** Health of an agent: what became of its attempts, and what one takes. */
export interface AgentHealth {
  attempts: number;
  completed: number;
  limited: number;
  timedOut: number;
  failed: number;
  open: number;
  failures: { kind: string; fault: string; count: number }[];
  perHour: number | null;
  ms: Spread | null;
  tokens: Spread | null;
  usd: Spread | null;
}
