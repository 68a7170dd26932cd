/** Placeholder of a key: Waggle cannot show a key again. */
const KEY = 'wgl_…';

/** Without a slash at the end. */
const trimmed = (address: string) => address.replace(/\/+$/, '');

/** Variables that every OTLP exporter reads. Exporters have different default protocols, of which only HTTP is served. */
export function otlpVariables(address: string): string {
  return [
    `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${trimmed(address)}/otlp/v1/traces`,
    `OTEL_EXPORTER_OTLP_TRACES_HEADERS="authorization=Bearer ${KEY}"`,
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
  ].join('\n');
}

/** Address for the trace exporter of the OpenAI Agents SDK. */
export const openAiAgentsAddress = (address: string) => `${trimmed(address)}/otlp/v1/openai-agents`;
