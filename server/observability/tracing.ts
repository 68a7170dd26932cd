import { type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { config } from '@/server/config/config';
import { withoutSecrets } from './secret-paths';

/** Spans, sent only where OTEL_EXPORTER_OTLP_ENDPOINT says to; otherwise every span is a no-op of the API package. */
let provider: NodeTracerProvider | undefined;

/** Next writes the addresses of requests into its spans, and some addresses hold a secret. Runs before the exporter. */
const addressCleaner: SpanProcessor = {
  onStart: () => undefined,
  onEnd: (span) => {
    for (const [name, value] of Object.entries(span.attributes))
      if (typeof value === 'string') span.attributes[name] = withoutSecrets(value);
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

/** Called once at the start of a process. `service` tells web and worker apart. */
export function startTracing(service: 'waggle-web' | 'waggle-worker'): void {
  const { otlpEndpoint } = config();
  if (otlpEndpoint === null || provider !== undefined) return;
  provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [
      addressCleaner,
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` })),
    ],
  });
  provider.register();
}

/** Sends what is still held back; for the end of a process. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown();
  provider = undefined;
}

export function tracer(): Tracer {
  return trace.getTracer('waggle');
}
