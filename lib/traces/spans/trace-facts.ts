import { idOf, objectOf, stringOf } from '@/lib/dialects/read-json';
import type { AssembledTrace } from '@/lib/domain/collected-trace';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceLog, TraceSpan } from '@/lib/domain/trace-span';
import { plainText, unpacked } from '../messages/json-text';
import { exposureOf } from '../private/exposure-attribute';
import { firstOf } from './call-numbers';
import { callOfSpan } from './call-of-span';
import { entityInput } from './entity-input';
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
const INPUT = ['langfuse.trace.input', 'langfuse.observation.input', 'input.value'];
const OUTPUT = [
  'langfuse.trace.output',
  'langfuse.observation.output',
  'output.value',
  'traceloop.entity.output',
];

/** Name of a log that holds facts of its trace alone, from a document that has them apart from the spans. */
export const TRACE_NOTE = 'waggle.trace';

export const isTraceNote = ({ name }: TraceLog) => name === TRACE_NOTE;

const NAME = ['trace.name', 'langfuse.trace.name'];

type Facts = Pick<
  AssembledTrace,
  'service' | 'name' | 'sessionId' | 'userId' | 'prompt' | 'exposureId' | 'task' | 'output' | 'error'
>;

interface Source {
  readonly attributes: JsonObject;
  readonly resource: JsonObject;
}

/** Facts of the whole trace, which any of its records may give: notes first, then the root, then the others in order. */
export function traceFacts(tree: SpanTree, root: TraceSpan | undefined, notes: readonly TraceLog[]): Facts {
  const spans = root === undefined ? tree.spans : [root, ...tree.spans.filter((span) => span !== root)];
  const said = (names: readonly string[]) => textIn([...notes, ...spans], names);
  const prompt = said(PROMPT);
  const whole = [...notes, ...(root !== undefined && speaksForAll(root, tree) ? [root] : [])];
  return {
    service: resourceText(spans, 'service.name'),
    name: said(NAME) ?? root?.name ?? '',
    ...{ sessionId: said(SESSION), userId: said(USER) },
    prompt: prompt === null ? null : { name: prompt, version: said(PROMPT_VERSION) },
    exposureId: spans.map(({ attributes }) => exposureOf(attributes)).find((id) => id !== null) ?? null,
    task: whole.map((source) => wholeText(source, 'input')).find(Boolean) ?? '',
    output: whole.map((source) => wholeText(source, 'output')).find(Boolean) ?? '',
    error: errorAtEnd(tree, root),
  };
}

/**
 * The error of the root, else that of the last model call. A tool that failed is no failure of its agent, which may have
 * found another way.
 */
function errorAtEnd(tree: SpanTree, root: TraceSpan | undefined): string | null {
  const last = tree.of('call').at(-1);
  const ofRoot = root === undefined || tree.sort(root) === 'tool' ? null : errorOf(root);
  return ofRoot ?? (last === undefined ? null : errorOf(last));
}

/** A model call speaks for the trace only where it is the whole of it. */
const speaksForAll = (root: TraceSpan, tree: SpanTree) =>
  tree.sort(root) !== 'call' || tree.of('call').length === 1;

export function agentOf(tree: SpanTree, root: TraceSpan | undefined): { name: string; version: string } {
  const spans = root === undefined ? tree.spans : [root, ...tree.spans];
  const agents = root === undefined ? tree.of('agent') : [...tree.of('agent'), root];
  const entity = agents.map(({ attributes }) => idOf(attributes['traceloop.entity.name']));
  const name =
    textIn(spans, AGENT) ?? entity.find((one) => one !== null) ?? resourceText(spans, 'service.name');
  return { name, version: textIn(spans, ['gen_ai.agent.version']) ?? resourceText(spans, 'service.version') };
}

function textIn(sources: readonly Source[], names: readonly string[]): string | null {
  for (const { attributes, resource } of sources) {
    const found = asText(firstOf(attributes, names)) ?? asText(firstOf(resource, names));
    if (found !== null) return found;
  }
  return null;
}

/** Versions and ids may be numbers. */
const asText = (value: JsonValue | undefined) => (typeof value === 'number' ? String(value) : idOf(value));

function resourceText(sources: readonly Source[], name: string): string {
  return sources.map(({ resource }) => stringOf(resource[name])).find((text) => text !== '') ?? '';
}

/** The last message of a user, or of the assistant; where there are no messages, the value as text. */
function wholeText(source: TraceSpan | TraceLog, side: 'input' | 'output'): string {
  const role = side === 'input' ? 'user' : 'assistant';
  const events = source.kind === 'span' ? source.events : [];
  const messages = callOfSpan({ attributes: source.attributes, events })[side];
  const said = messages.findLast((message) => message.role === role && message.text !== '');
  return said?.text ?? soleText(side === 'input' ? inputOf(source) : firstOf(source.attributes, OUTPUT));
}

const inputOf = ({ attributes }: Source) => firstOf(attributes, INPUT) ?? entityInput(attributes);

/** The text of an object that has one field, as `{"question": "…"}`; any other value as it is written. */
function soleText(value: JsonValue | undefined): string {
  const [only, ...others] = Object.values(objectOf(unpacked(value)));
  return typeof only === 'string' && others.length === 0 ? only : plainText(value);
}
