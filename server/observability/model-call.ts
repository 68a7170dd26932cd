import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ModelOutcome, ModelRequest } from '@/lib/ports/language-model';
import { config } from '@/server/config/config';
import { metrics } from './metrics';
import { tracer } from './tracing';

/**
 * Counts and traces a model call under OpenTelemetry's names for generative AI. A span holds no prompt and no reply
 * unless the operator switched WAGGLE_LOG_PROMPTS on.
 */
export interface ObservedCall {
  readonly provider: string;
  readonly model: string;
  readonly request: ModelRequest;
}

export function observeModelCall(
  call: ObservedCall,
  work: () => Promise<ModelOutcome>,
): Promise<ModelOutcome> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': call.provider,
    'gen_ai.request.model': call.model,
    'gen_ai.request.temperature': call.request.temperature,
    'gen_ai.request.max_tokens': call.request.maxTokens,
    'waggle.purpose': call.request.purpose,
    'waggle.role': call.request.role,
  };
  return tracer().startActiveSpan(
    `chat ${call.model}`,
    { kind: SpanKind.CLIENT, attributes },
    async (span) => {
      try {
        const outcome = await work();
        countOutcome(call, outcome);
        describeOutcome(span, call, outcome);
        return outcome;
      } catch (error) {
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

function countOutcome({ provider, model, request: { purpose } }: ObservedCall, outcome: ModelOutcome): void {
  const { modelCalls, modelSeconds, modelTokens } = metrics();
  modelCalls.inc({ provider, model, purpose, outcome: outcome.ok ? 'answered' : outcome.cause.code });
  modelSeconds.observe({ provider, model, purpose }, outcome.delayMs / 1000);
  modelTokens.inc({ provider, model, direction: 'in' }, outcome.tokensIn);
  modelTokens.inc({ provider, model, direction: 'out' }, outcome.tokensOut);
  if (outcome.ok) modelTokens.inc({ provider, model, direction: 'cached' }, outcome.tokensCached);
}

function describeOutcome(span: Span, { request }: ObservedCall, outcome: ModelOutcome): void {
  if (!span.isRecording()) return;
  span.setAttributes({
    'gen_ai.usage.input_tokens': outcome.tokensIn,
    'gen_ai.usage.output_tokens': outcome.tokensOut,
    'waggle.attempts': outcome.attempts,
  });
  if (outcome.ok) span.setAttribute('gen_ai.response.finish_reasons', [outcome.finishReason]);
  else {
    span.setAttribute('error.type', outcome.cause.code);
    span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.cause.message });
  }
  if (!config().logPrompts) return;
  span.setAttribute('gen_ai.input.messages', JSON.stringify(request.messages));
  if (outcome.ok) span.setAttribute('gen_ai.output.messages', outcome.text);
}
