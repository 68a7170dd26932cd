import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { ExampleView } from '@/lib/contracts/datasets';
import { generatorMessages } from '@/lib/methods/ace/prompts/generator';
import type { Api } from './api';

/**
 * An agent of a team: the practice model under its original prompt. OpenTelemetry's own exporter, unmodified, sends each
 * answer to the flag server, with the judgement of the team's check where there is one.
 */
const PRACTICE = `http://127.0.0.1:${process.env.WAGGLE_E2E_PRACTICE_PORT}/v1/chat/completions`;
const RECEIVER = `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}/otlp/v1/traces`;
const MODEL = 'practice-task';
const AT_ONCE = 16;

export interface Answered {
  readonly question: string;
  readonly answer: string;
  readonly isRight: boolean;
}

interface Sending {
  readonly service: string;
  readonly examples: readonly ExampleView[];
  /** The last traces, this many, are sent without a judgement. */
  readonly unjudged: number;
}

/** Answers of the original prompt, in the order of the examples; all are stored when this returns. */
export async function exportAnswers(api: Api, sending: Sending): Promise<readonly Answered[]> {
  const { service, examples, unjudged } = sending;
  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    ...{ name: service, role: 'viewer', scopes: ['traces:write'] },
  });
  const answered = await inTurns(examples, answerOf);
  const exporter = new OTLPTraceExporter({ url: RECEIVER, headers: { authorization: `Bearer ${secret}` } });
  const spanProcessors = [new BatchSpanProcessor(exporter, { maxQueueSize: examples.length })];
  const resource = resourceFromAttributes({ 'service.name': service });
  const provider = new BasicTracerProvider({ resource, spanProcessors });
  const tracer = provider.getTracer('journey');
  for (const [at, answer] of answered.entries()) {
    const span = tracer.startSpan('chat', { attributes: attributesOf(answer) });
    if (at < answered.length - unjudged) span.addEvent('gen_ai.evaluation.result', judgementOf(answer));
    span.end();
  }
  await provider.forceFlush();
  await provider.shutdown();
  return answered;
}

async function answerOf({ question, context, expected }: ExampleView): Promise<Answered> {
  const task = { instructions: '', inputShape: '', outputShape: '' };
  const messages = generatorMessages({
    ...{ task, playbook: '', earlierReflection: null },
    example: { question, context },
  });
  const reply = await fetch(PRACTICE, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-practice-time-scale': 'off' },
    body: JSON.stringify({ model: MODEL, messages }),
  });
  const { choices } = (await reply.json()) as { choices: { message: { content: string } }[] };
  const { final_answer: answer } = JSON.parse(choices[0]?.message.content ?? '') as { final_answer: string };
  return { question, answer, isRight: answer === expected };
}

const message = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

const attributesOf = ({ question, answer }: Answered) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': MODEL,
  'gen_ai.input.messages': message('user', question),
  'gen_ai.output.messages': message('assistant', answer),
});

const judgementOf = ({ isRight }: Answered) => ({
  'gen_ai.evaluation.name': 'figures',
  'gen_ai.evaluation.score.value': isRight ? 1 : 0,
  'gen_ai.evaluation.explanation': isRight ? 'The figures agree.' : 'The figure is another one.',
});

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  const left = [...items.entries()].reverse();
  const take = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return results;
}
