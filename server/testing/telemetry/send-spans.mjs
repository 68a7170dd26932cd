import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/**
 * OpenTelemetry as its users set it up, with the exporter of the encoding that is asked for.
 * @param {string} collectorUrl
 * @param {string} encoding
 */
export function sendSpans(collectorUrl, encoding) {
  const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'weather-desk', 'service.version': '1.2' }),
    spanProcessors: [new BatchSpanProcessor(new Exporter({ url: `${collectorUrl}/v1/traces` }))],
  });
  provider.register();
  return provider;
}
