import { idOf, stringOf } from '@/lib/dialects/read-json';
import type { AssembledTrace } from '@/lib/domain/collected-trace';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceSpan } from '@/lib/domain/trace-span';
import { plainText } from '../messages/json-text';
import { firstOf } from './call-numbers';
import { callOfSpan } from './call-of-span';
import { errorOf } from './span-error';
import type { SpanTree } from './span-tree';

const SESSION = [
  ...[
    'session.id',
    'gen_ai.conversation.id',
    'langfuse.session.id',
    'traceloop.association.properties.session_id',
  ],
  ...['ai.telemetry.metadata.sessionId', 'ai.telemetry.metadata.session.id', 'ai.settings.context.sessionId'],
];
const USER = [
  ...['user.id', 'enduser.id', 'langfuse.user.id', 'traceloop.association.properties.user_id'],
  ...['ai.telemetry.metadata.userId', 'ai.telemetry.metadata.user.id', 'ai.settings.context.userId'],
];
const PROMPT = ['gen_ai.prompt.name', 'langfuse.observation.prompt.name', 'traceloop.prompt.key'];
const PROMPT_VERSION = [
  ...['gen_ai.prompt.version', 'langfuse.observation.prompt.version', 'traceloop.prompt.version'],
];
const AGENT = ['gen_ai.agent.name', 'agent.name', 'ai.telemetry.functionId'];
const INPUT = ['langfuse.trace.input', 'langfuse.observation.input', 'input.value', 'traceloop.entity.input'];
const OUTPUT = [
  'langfuse.trace.output',
  'langfuse.observation.output',
  'output.value',
  'traceloop.entity.output',
];

type Facts = Pick<
  AssembledTrace,
  'service' | 'name' | 'sessionId' | 'userId' | 'prompt' | 'task' | 'output' | 'error'
>;

/** Facts of the whole trace, which any of its spans may give. The root speaks first, then the others in order. */
export function traceFacts(tree: SpanTree, root: TraceSpan | undefined): Facts {
  const spans = root === undefined ? tree.spans : [root, ...tree.spans.filter((span) => span !== root)];
  const said = (names: readonly string[]) => textIn(spans, names);
  const prompt = said(PROMPT);
  const failed = spans.map(errorOf).find((error) => error !== null);
  return {
    service: resourceText(spans, 'service.name'),
    name: stringOf(root?.attributes['langfuse.trace.name']) || (root?.name ?? ''),
    ...{ sessionId: said(SESSION), userId: said(USER) },
    prompt: prompt === null ? null : { name: prompt, version: said(PROMPT_VERSION) },
    task: root === undefined ? '' : rootText(root, 'input'),
    output: root === undefined ? '' : rootText(root, 'output'),
    error: failed ?? null,
  };
}

export function agentOf(tree: SpanTree, root: TraceSpan | undefined): { name: string; version: string } {
  const spans = root === undefined ? tree.spans : [root, ...tree.spans];
  const entity = tree.of('agent').map(({ attributes }) => idOf(attributes['traceloop.entity.name']));
  const name =
    textIn(spans, AGENT) ?? entity.find((one) => one !== null) ?? resourceText(spans, 'service.name');
  return { name, version: textIn(spans, ['gen_ai.agent.version']) ?? resourceText(spans, 'service.version') };
}

function textIn(spans: readonly TraceSpan[], names: readonly string[]): string | null {
  for (const { attributes, resource } of spans) {
    const found = asText(firstOf(attributes, names)) ?? asText(firstOf(resource, names));
    if (found !== null) return found;
  }
  return null;
}

/** Versions and ids may be numbers. */
const asText = (value: JsonValue | undefined) => (typeof value === 'number' ? String(value) : idOf(value));

function resourceText(spans: readonly TraceSpan[], name: string): string {
  return (
    spans.map(({ resource }: { readonly resource: JsonObject }) => stringOf(resource[name])).find(Boolean) ??
    ''
  );
}

/** The last message of a user, or of the assistant; a root that holds no messages has its value as text. */
function rootText(root: TraceSpan, side: 'input' | 'output'): string {
  const role = side === 'input' ? 'user' : 'assistant';
  const said = callOfSpan(root)[side].findLast((message) => message.role === role && message.text !== '');
  return said?.text ?? plainText(firstOf(root.attributes, side === 'input' ? INPUT : OUTPUT));
}
