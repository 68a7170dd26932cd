import type { Actor } from '@/lib/domain/actor';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import {
  LEASE_SECONDS,
  LEASES_AT_ONCE,
  type LeaseAnswer,
  leaseRequest,
  leaveRequest,
} from '@/lib/domain/runner-documents';
import { AppError } from '@/lib/errors/app-error';
import { parsedJson } from '@/server/adapters/agents/read-outcome';
import { readText } from '@/server/http/read-body';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import type { LeasedAttempt } from '@/server/repositories/runner-leases';
import type { RunnerAgent, SeenRunner } from '@/server/repositories/runners';
import { type Answer, type Asking, jsonAnswer } from '../exchange';
import type { LeaseDesk } from './lease-desk';

/**
 * Doors of runners: /runner/v1/lease, a long poll for rollouts of one agent, and /runner/v1/leave. Both take a key of the
 * workspace with the scope `rollouts:run`. What a runner does with a job goes to the doors of its rollout, by the job's
 * own key.
 */
export interface RunnerDoors {
  /** @throws AppError where the key is not one of a runner */
  readonly admit: (asking: Asking) => Promise<Actor>;
  readonly agentOf: (workspaceId: string, name: string) => Promise<RunnerAgent | null>;
  readonly note: (runner: SeenRunner) => Promise<void>;
  /** Offers again what was leased to it and never heard of. */
  readonly forget: (runner: { readonly agentId: string; readonly id: string }) => Promise<void>;
  readonly desk: LeaseDesk;
  readonly jobOf: (leased: LeasedAttempt) => RolloutJob;
}

const BODY_BYTES_MAX = 1_000_000;

type Door = (doors: RunnerDoors, actor: Actor, asking: Asking) => Promise<Answer>;

const DOORS: Readonly<Record<string, Door>> = { lease, leave };

export function makeRunnerHandler(doors: RunnerDoors) {
  return async (asking: Asking): Promise<Answer> => {
    const name = /^\/runner\/v1\/([a-z]+)$/.exec(new URL(asking.url).pathname)?.[1] ?? '';
    const door = Object.hasOwn(DOORS, name) ? DOORS[name] : undefined;
    if (door === undefined) return told(404, 'not_found', 'Runners have no such address.');
    const given = await answer(doors, door, asking).catch(faultAnswer);
    metrics().rolloutCalls.inc({ door: name, status: String(given.status) });
    return given;
  };
}

async function answer(doors: RunnerDoors, door: Door, asking: Asking): Promise<Answer> {
  if (asking.method !== 'POST') return told(405, 'method', 'This address takes POST only.');
  return door(doors, await doors.admit(asking), asking);
}

async function lease(doors: RunnerDoors, actor: Actor, asking: Asking): Promise<Answer> {
  const parsed = leaseRequest.safeParse(parsedJson(await readText(asking, BODY_BYTES_MAX)));
  if (!parsed.success) return malformed(parsed.error.issues[0]);
  const { agent: name, runner, free, holding, waitSeconds } = parsed.data;
  const agent = await agentOf(doors, actor, name);
  if ('status' in agent) return agent;
  await doors.note({ ...runner, agentId: agent.id, workspaceId: actor.workspaceId, keyId: actor.keyId });
  const leased = await doors.desk.wait({
    ...{ agentId: agent.id, runnerId: runner.id, holding },
    free: Math.min(free, LEASES_AT_ONCE),
    waitMs: waitSeconds * 1_000,
    signal: asking.signal,
  });
  const told: LeaseAnswer = { jobs: leased.map(doors.jobOf), leaseSeconds: LEASE_SECONDS };
  return jsonAnswer(200, told, { 'cache-control': 'no-store' });
}

async function leave(doors: RunnerDoors, actor: Actor, asking: Asking): Promise<Answer> {
  const parsed = leaveRequest.safeParse(parsedJson(await readText(asking, BODY_BYTES_MAX)));
  if (!parsed.success) return malformed(parsed.error.issues[0]);
  const agent = await agentOf(doors, actor, parsed.data.agent);
  if ('status' in agent) return agent;
  const { id } = parsed.data.runner;
  doors.desk.leave({ agentId: agent.id, runnerId: id });
  await doors.forget({ agentId: agent.id, id });
  return jsonAnswer(200, { left: true });
}

async function agentOf(
  { agentOf: find }: RunnerDoors,
  { workspaceId }: Actor,
  name: string,
): Promise<RunnerAgent | Answer> {
  const agent = await find(workspaceId, name);
  if (agent === null) return told(404, 'unknown_agent', `The workspace of this key has no agent ${name}.`);
  const other = `The agent ${name} is of another kind: runners lease rollouts of agents of the kind runner.`;
  return agent.isRunner ? agent : told(409, 'other_kind', other);
}

function malformed(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined) {
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return told(
    400,
    'bad_request',
    `This is no request of a runner${place}: ${issue?.message ?? 'it is empty'}`,
  );
}

const STATUS: Readonly<Record<string, number>> = {
  ...{ invalid: 400, unauthenticated: 401, forbidden: 403, limited: 429 },
  upstream: 503,
};

function faultAnswer(error: unknown): Answer {
  const status = AppError.is(error) ? (STATUS[error.kind] ?? 503) : 503;
  if (status === 503) logOf('rollouts').warn({ err: error }, 'A runner got no answer.');
  if (!AppError.is(error)) return told(503, 'unavailable', 'The flag server cannot answer now. Try again.');
  const answer = told(status, error.code.toLowerCase(), error.userMessage);
  if (error.retryAfterMs === undefined) return answer;
  const seconds = Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

const told = (status: number, code: string, message: string): Answer =>
  jsonAnswer(status, { error: { code, message } });
