import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts, in Prometheus' terms. Kept on globalThis, because Next loads this module once for each
 * bundle and every one of them must count into the same registry.
 */
const kept = globalThis as typeof globalThis & { waggleMetrics?: Metrics | undefined };

export type Metrics = ReturnType<typeof createMetrics>;

export function metrics(): Metrics {
  kept.waggleMetrics ??= createMetrics();
  return kept.waggleMetrics;
}

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'waggle_' });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'waggle_http_request_seconds',
      help: 'Time from request to the start of the response',
      labelNames: ['operation', 'status'] as const,
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    modelCalls: new Counter({
      name: 'waggle_model_calls_total',
      help: 'Model calls by provider, model, purpose and outcome',
      labelNames: ['provider', 'model', 'purpose', 'outcome'] as const,
      registers,
    }),
    modelSeconds: new Histogram({
      name: 'waggle_model_call_seconds',
      help: 'Delay of a model call, queueing and retries included',
      labelNames: ['provider', 'model', 'purpose'] as const,
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320],
      registers,
    }),
    modelTokens: new Counter({
      name: 'waggle_model_tokens_total',
      help: 'Tokens in, out and cached',
      labelNames: ['provider', 'model', 'direction'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'refusals_total',
      help: 'Requests refused, by rule and error code',
      labelNames: ['rule', 'code'] as const,
      registers,
    }),
    refusalsUnrecorded: new Counter({
      name: 'waggle_refusals_unrecorded_total',
      help: 'Refusals by a rule that the audit log did not take',
      registers,
    }),
    evaluations: new Counter({
      name: 'waggle_evaluations_total',
      help: 'Evaluations of flags, one or all at once, by status',
      labelNames: ['door', 'status'] as const,
      registers,
    }),
    gatewayCalls: new Counter({
      name: 'waggle_gateway_calls_total',
      help: 'Calls through the gateway, by the status that the caller got',
      labelNames: ['status'] as const,
      registers,
    }),
    gatewayTraces: new Counter({
      name: 'waggle_gateway_traces_total',
      help: 'Requests of slots that were to become traces: kept, or the reason why not',
      labelNames: ['outcome'] as const,
      registers,
    }),
    rolloutCalls: new Counter({
      name: 'waggle_rollout_calls_total',
      help: 'Requests of agents to their rollouts, by door and by the status that the agent got',
      labelNames: ['door', 'status'] as const,
      registers,
    }),
    traceRequests: new Counter({
      name: 'waggle_trace_requests_total',
      help: 'Requests with traces, by door and by the status that the sender got',
      labelNames: ['door', 'status'] as const,
      registers,
    }),
    traceRecords: new Counter({
      name: 'waggle_trace_records_total',
      help: 'Spans and log records: stored, or left out',
      labelNames: ['outcome'] as const,
      registers,
    }),
    tracesAssembled: new Counter({
      name: 'waggle_traces_assembled_total',
      help: 'Traces assembled, each time counted',
      registers,
    }),
    mirrored: new Counter({
      name: 'waggle_mirrored_total',
      help: 'Requests for a canary: answered twice and kept, without room, or broken on the way',
      labelNames: ['outcome'] as const,
      registers,
    }),
    runs: new Gauge({
      name: 'waggle_runs',
      help: 'Runs by status, read from the database',
      labelNames: ['status'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'waggle_queue_jobs',
      help: 'Jobs in the queue by state, read from the database',
      labelNames: ['queue', 'state'] as const,
      registers,
    }),
  };
}
