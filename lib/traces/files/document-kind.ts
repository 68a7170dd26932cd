import { isList, isObject, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { isAgentsBatch } from '../read-openai-agents';
import { isLangfuseTrace, isObservation } from './read-langfuse';
import { isMessageEntry } from './read-session-log';

/** Formats by what a person calls them, in the words of a sentence. */
export const KINDS = {
  otlp: 'an OTLP export',
  openaiAgents: 'a batch of the OpenAI Agents SDK',
  langfuseTrace: 'a trace of Langfuse',
  langfuseObservation: 'an observation of Langfuse',
  atif: 'an ATIF trajectory',
  tauFile: 'a file of tau-bench 2',
  tau: 'a record of tau-bench',
  sweAgent: 'a .traj file of SWE-agent',
  sessionEntry: 'an entry of a session log',
  messages: 'a conversation',
} as const;
export type DocumentKind = keyof typeof KINDS;

/** The format of one document by its fields; null = none that is known. */
export function documentKind(document: JsonValue): DocumentKind | null {
  if (isList(document)) return document.length > 0 && document.every(isMessage) ? 'messages' : null;
  if (!isObject(document)) return null;
  return TESTS.find(([, test]) => test(document))?.[0] ?? null;
}

const has = (name: string) => (document: JsonObject) => document[name] !== undefined;
const hasList = (name: string) => (document: JsonObject) => isList(document[name]);

/** The first that fits decides: those that only one format has come first. */
const TESTS: readonly (readonly [DocumentKind, (document: JsonObject) => boolean])[] = [
  ['otlp', (document) => has('resourceSpans')(document) || has('resourceLogs')(document)],
  ['openaiAgents', (document) => isAgentsBatch(document) && objectsOf(document.data).length > 0],
  ['langfuseTrace', isLangfuseTrace],
  ['langfuseObservation', isObservation],
  ['atif', (document) => stringOf(document.schema_version).startsWith('ATIF') || hasSteps(document)],
  ['tauFile', hasList('simulations')],
  ['tau', (document) => hasList('traj')(document) || isSimulation(document)],
  ['sweAgent', (document) => hasList('history')(document) || isTurns(document.trajectory)],
  [
    'sessionEntry',
    (document) => isMessageEntry(document) || isSessionHead(document) || isOtherEntry(document),
  ],
  [
    'messages',
    (document) => ['messages', 'conversations'].some((name) => hasList(name)(document)) || isBody(document),
  ],
];

const hasSteps = ({ steps }: JsonObject) =>
  isList(steps) &&
  objectsOf(steps).some(({ source, message }) => source !== undefined && message !== undefined);

const isSimulation = (document: JsonObject) =>
  hasList('messages')(document) && ['reward_info', 'termination_reason'].some((name) => has(name)(document));

const isTurns = (turns: JsonValue | undefined) =>
  objectsOf(turns).some((turn) => turn.action !== undefined || turn.response !== undefined);

const isSessionHead = ({ type, id, version }: JsonObject) =>
  type === 'session' && stringOf(id) !== '' && version !== undefined;

/** An entry of a session log that holds no message, as a change of the model. */
const isOtherEntry = ({ type, id, parentId, timestamp }: JsonObject) =>
  [type, id, timestamp].every((value) => stringOf(value) !== '') && parentId !== undefined;

/** A request of the Responses API. */
const isBody = ({ input }: JsonObject) => isList(input) && input.length > 0 && input.every(isMessage);

function isMessage(value: JsonValue): boolean {
  if (!isObject(value) || isList(value.messages)) return false;
  const isSpoken =
    stringOf(value.role) !== '' && ['content', 'parts', 'tool_calls'].some((name) => name in value);
  return isSpoken || /^(?:reasoning|function_call|function_call_output)$/.test(stringOf(value.type));
}
