import { idOf, isList, isObject, objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { AssembledTrace, TraceScore } from '@/lib/domain/collected-trace';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { importAtif } from '@/lib/trajectory/atif-import';
import { isoMilliseconds } from '../iso-time';
import { anyMessages } from '../messages/any-messages';
import { readMessages } from '../read-messages';
import { readTrace } from '../read-trace';
import { traceScore } from '../spans/trace-scores';
import { trajectoryOfMessages } from '../trajectory-of-messages';
import { toldTrace } from './told-trace';

/** A trace, or a sentence that names the field that could not be read. */
export type Told =
  | { readonly trace: AssembledTrace; readonly problems: readonly string[] }
  | { readonly fault: string };

export function readAtif(document: JsonObject): Told {
  if (!isList(document.steps)) return { fault: 'the field "steps" is not a list' };
  const { trajectory, problems } = importAtif(document);
  if (trajectory === null || trajectory.steps.length === 0)
    return { fault: 'the field "steps" holds no step' };
  const times = objectsOf(document.steps).flatMap(
    ({ timestamp }) => isoMilliseconds(stringOf(timestamp)) ?? [],
  );
  const trace = toldTrace({
    ...{ source: 'atif', document, trajectory, id: stringOf(document.trajectory_id) },
    ...{ name: trajectory.agent.name, sessionId: idOf(document.session_id), scores: ownScores(document) },
    ...{ startMs: times[0] ?? null, endMs: times.at(-1) ?? null },
  });
  return { trace, problems };
}

const UNKNOWN = { name: '', version: '' };

export function readSwe(document: JsonObject): Told {
  const trajectory = readTrace({ format: 'sweAgent', document, agent: { ...UNKNOWN, name: 'SWE-agent' } });
  if (trajectory === null) return { fault: 'the fields "history" and "trajectory" hold no message' };
  const info = objectOf(document.info);
  const exit = stringOf(info.exit_status);
  const trace = toldTrace({
    ...{ source: 'sweAgent', document, trajectory, name: stringOf(document.environment) },
    ...{
      output: stringOf(info.submission),
      error: /error/i.test(exit) ? exit : null,
      scores: ownScores(document),
    },
  });
  return { trace, problems: [] };
}

/** One record of tau-bench; `around` is the file of version 2 that holds it. */
export function readTauRecord(document: JsonObject, around: JsonObject = {}): Told {
  const info = objectOf(around.info);
  const policy = stringOf(document.policy) || stringOf(objectOf(info.environment_info).policy);
  const whole: JsonObject = policy === '' ? document : { ...document, policy };
  const agent = { ...UNKNOWN, name: stringOf(objectOf(info.agent_info).implementation) };
  const trajectory = readTrace({ format: 'tau', document: whole, agent });
  if (trajectory === null) return { fault: 'the fields "traj" and "messages" hold no message' };
  const reward = document.reward ?? objectOf(document.reward_info).reward;
  const end = stringOf(document.termination_reason);
  const told = { name: 'reward', value: reward, label: end, explanation: undefined };
  const trace = toldTrace({
    ...{ source: 'tau', document, trajectory, id: stringOf(document.id) },
    name: `task ${String(document.task_id ?? '')}`.trim(),
    error: /error/i.test(end) ? end : null,
    startMs: isoMilliseconds(stringOf(document.start_time)),
    endMs: isoMilliseconds(stringOf(document.end_time)),
    scores: typeof reward === 'number' ? [traceScore('file', told)] : [],
  });
  return { trace, problems: [] };
}

/** A list of messages, or a document that holds one. */
export function readConversation(document: JsonValue): Told {
  const body: JsonObject = isObject(document) ? document : { messages: document };
  const written = body.messages ?? body.conversations ?? body.input;
  const agent = { ...UNKNOWN, name: stringOf(body.agent) };
  const told = isInParts(written)
    ? { messages: anyMessages(body, 'user'), tools: [], hasErrorFlag: false }
    : readMessages(isList(written) ? { ...body, messages: written } : document);
  if (told === null || told.messages.length === 0) return { fault: 'the field "messages" holds no message' };
  const metadata = objectOf(body.metadata);
  const trace = toldTrace({
    ...{ source: 'messages', document, trajectory: trajectoryOfMessages({ ...told, agent }) },
    ...{ id: stringOf(body.id) || stringOf(body.trace_id), name: stringOf(body.name) },
    sessionId: idOf(body.session_id) ?? idOf(metadata.session_id),
    userId: idOf(body.user_id) ?? idOf(metadata.user_id),
    scores: ownScores(body),
  });
  return { trace, problems: [] };
}

/** Messages in parts, as the GenAI conventions and the AI SDK write them. */
const isInParts = (written: JsonValue | undefined) =>
  objectsOf(written).some(
    ({ parts, content }) =>
      isList(parts) || objectsOf(content).some(({ type }) => /^tool-(?:call|result)$/.test(stringOf(type))),
  );

/** A score that a document gives itself. */
function ownScores({ reward, score, scores }: JsonObject): TraceScore[] {
  const named = { reward, score };
  const single = Object.entries(named).filter(([, value]) => typeof value === 'number');
  return [
    ...single.map(([name, value]) =>
      traceScore('file', { name, value, label: undefined, explanation: undefined }),
    ),
    ...objectsOf(scores).map(({ name, value, label, comment, explanation }) =>
      traceScore('file', { name, value, label, explanation: explanation ?? comment }),
    ),
  ];
}
