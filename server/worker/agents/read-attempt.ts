import type pg from 'pg';
import { injectionStates } from '@/lib/dialects/injection';
import type { RolloutLimits } from '@/lib/domain/agent';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { JsonValue } from '@/lib/domain/json';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { RolloutOrder } from '@/lib/domain/rollout-order';
import type { Trajectory } from '@/lib/domain/trajectory';
import { isAgentStep } from '@/lib/domain/trajectory';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { readTrace } from '@/lib/traces/read-trace';
import { buildTrajectory } from '@/lib/trajectory/build-trajectory';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';
import { scrubTrajectory } from '@/lib/trajectory/scrub';
import { config } from '@/server/config/config';
import type { AttemptTotals } from '@/server/repositories/carried-attempts';
import type { AttemptName } from '@/server/repositories/rollouts';
import { limitReached, type ReadCall, recordedCalls } from '@/server/serving/rollouts/recorded-calls';

/** Record of an attempt: its calls as a trajectory, the proof of injection, and its tokens and cost. */
export interface AttemptRecord {
  readonly injection: Readonly<Record<string, InjectionState>>;
  readonly refusedBy: keyof RolloutLimits | null;
  readonly isProviderFailed: boolean;
  readonly totals: AttemptTotals;
  readonly countedBy: 'proxy' | 'agent' | 'unknown';
  /** Scrubbed; null = no step was recorded. */
  readonly trajectory: Trajectory | null;
  readonly toolErrors: number;
}

export interface ReadAttempt extends AttemptName {
  readonly order: RolloutOrder;
  readonly agent: { readonly name: string; readonly version: string };
  readonly startedAtMs: number;
  readonly outcome: RolloutOutcome | null;
}

/** Cost: reads all bodies of the attempt once; nothing of them is kept. */
export async function readAttemptRecord(pool: pg.Pool, attempt: ReadAttempt): Promise<AttemptRecord> {
  const { order, outcome } = attempt;
  const isProxied = order.model !== null;
  const calls = isProxied ? await recordedCalls(pool, attempt, order, config().secret) : null;
  const found = calls === null || calls.length === 0 ? toldTrace(attempt) : builtFrom(calls, attempt);
  const requests = calls?.filter(isOwn).map(({ request }) => request) ?? null;
  const trajectory = found && scrubTrajectory(found, redactor());
  return {
    injection: injectionStates(order.components, requests),
    refusedBy: calls && limitReached(calls),
    isProviderFailed: isFailedByProvider(calls?.findLast(isOwn)),
    ...usageOf(calls, outcome),
    trajectory,
    toolErrors: trajectory === null ? 0 : toolErrorsOf(trajectory),
  };
}

/** Strays came unsigned or after the end. */
const isOwn = ({ status }: RecordedCall) => status !== 'stray';

/**
 * A request that the provider refuses is the agent's own; one that it cannot take now is not. Nor is a reply that broke off
 * on our side of the agent, or a call that never ended, as those of a flag server that was killed.
 */
function isFailedByProvider(call: Pick<ReadCall, 'status' | 'httpStatus' | 'fault'> | undefined): boolean {
  if (call?.status === 'sent') return true;
  if (call?.status === 'cut') return call.fault === 'provider';
  if (call?.status !== 'failed') return false;
  const { httpStatus } = call;
  return httpStatus === null || httpStatus >= 500 || httpStatus === 429 || httpStatus === 408;
}

function builtFrom(calls: readonly RecordedCall[], { agent, startedAtMs }: ReadAttempt): Trajectory | null {
  return buildTrajectory(calls, { agent, beganAtMs: startedAtMs });
}

function toldTrace({ outcome, agent }: ReadAttempt): Trajectory | null {
  const trace = outcome?.trace ?? null;
  // The outcome was parsed from JSON.
  return trace && readTrace({ format: trace.format, document: trace.document as JsonValue, agent });
}

/** The same value has the same placeholder throughout one trajectory. */
export function redactor(): (text: string) => string {
  const one = new Redactor();
  return (text) => one.redact(text);
}

export const toolErrorsOf = ({ steps }: Trajectory): number =>
  steps.flatMap((step) => (isAgentStep(step) ? step.results : [])).filter(({ isError }) => isError).length;

/** Calls that the proxy saw are counted by it; usage that the agent reports besides would count them twice. */
function usageOf(
  calls: readonly RecordedCall[] | null,
  outcome: RolloutOutcome | null,
): Pick<AttemptRecord, 'totals' | 'countedBy'> {
  const used = outcome?.usage;
  if (calls !== null && (calls.length > 0 || !used)) return { totals: totalsOf(calls), countedBy: 'proxy' };
  return {
    totals: {
      modelCalls: 0,
      tokensIn: used?.inputTokens ?? 0,
      tokensOut: used?.outputTokens ?? 0,
      tokensCached: 0,
      costUsd: used?.usd ?? null,
    },
    countedBy: used ? 'agent' : 'unknown',
  };
}

function totalsOf(calls: readonly RecordedCall[]): AttemptTotals {
  const sent = calls.filter(({ status }) => status !== 'refused' && status !== 'stray');
  const sum = (of: (call: RecordedCall) => number) => sent.reduce((total, call) => total + of(call), 0);
  return {
    modelCalls: sent.length,
    tokensIn: sum(({ metrics }) => metrics.tokensIn),
    tokensOut: sum(({ metrics }) => metrics.tokensOut),
    tokensCached: sum(({ metrics }) => metrics.tokensCached),
    costUsd: sent.some(({ metrics }) => metrics.costUsd === null)
      ? null
      : sum(({ metrics }) => metrics.costUsd ?? 0),
  };
}
