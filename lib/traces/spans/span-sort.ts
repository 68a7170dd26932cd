import { stringOf } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceSpan } from '@/lib/domain/trace-span';

/**
 * The part that a span has in the work of an agent: one model call, one run of a tool, an agent with a conversation of its
 * own, or a link that only holds others together. Null = none that is read, as a request to a database.
 */
export type SpanSort = 'call' | 'tool' | 'agent' | 'link' | null;

const OPERATIONS: Readonly<Record<string, SpanSort>> = {
  ...{
    chat: 'call',
    text_completion: 'call',
    completion: 'call',
    generate_content: 'call',
    response: 'call',
  },
  ...{
    execute_tool: 'tool',
    invoke_agent: 'agent',
    create_agent: 'link',
    invoke_workflow: 'link',
    agent_step: 'link',
  },
  ...{ embeddings: null, rerank: null, retrieval: null },
};
const KINDS: Readonly<Record<string, SpanSort>> = {
  ...{ LLM: 'call', TOOL: 'tool', AGENT: 'agent', CHAIN: 'link' },
  ...{ EMBEDDING: null, RERANKER: null, RETRIEVER: null, GUARDRAIL: null, EVALUATOR: null, PROMPT: null },
};
const ENTITIES: Readonly<Record<string, SpanSort>> = {
  ...{ tool: 'tool', agent: 'agent', workflow: 'link', task: 'link', session: 'link' },
};
const OBSERVATIONS: Readonly<Record<string, SpanSort>> = {
  ...{ generation: 'call', tool: 'tool', agent: 'agent', chain: 'link', span: 'link' },
};

/** Each convention names the part in an attribute of its own. Where none does, attributes of a model call decide. */
export function sortOf({ attributes }: TraceSpan): SpanSort {
  const operation = stringOf(attributes['ai.operationId']);
  if (operation === 'ai.toolCall') return 'tool';
  if (/\.do(?:Generate|Stream)$/.test(operation)) return 'call';
  if (/^ai\.(?:generate|stream)(?:Text|Object)$/.test(operation)) return 'agent';
  const named =
    OPERATIONS[stringOf(attributes['gen_ai.operation.name'])] ??
    KINDS[stringOf(attributes['openinference.span.kind']).toUpperCase()] ??
    ENTITIES[stringOf(attributes['traceloop.span.kind'])] ??
    OBSERVATIONS[stringOf(attributes['langfuse.observation.type'])];
  return named ?? (isNamed(attributes) ? null : unnamedSort(attributes));
}

const NAMED = ['gen_ai.operation.name', 'openinference.span.kind', 'langfuse.observation.type'];
const isNamed = (attributes: JsonObject) => NAMED.some((name) => attributes[name] !== undefined);

const MODEL_NAMES = ['gen_ai.request.model', 'gen_ai.response.model', 'gen_ai.system', 'llm.request.type'];

function unnamedSort(attributes: JsonObject): SpanSort {
  if (attributes['gen_ai.tool.name'] !== undefined) return 'tool';
  return MODEL_NAMES.some((name) => attributes[name] !== undefined) ? 'call' : null;
}
