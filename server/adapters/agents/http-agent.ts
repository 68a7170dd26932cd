import { setTimeout as pause } from 'node:timers/promises';
import { acceptedLater, type RolloutJob } from '@/lib/domain/rollout-documents';
import type { AgentCarrier, CarryContext, CarryEnd } from '@/lib/ports/agent';
import { addressRefusal } from '@/server/adapters/error-causes';
import { type GuardedConnection, guardedConnection } from '@/server/adapters/guarded-fetch';
import { infrastructureFault, parsedJson, readOutcome } from './read-outcome';
import { whenAborted } from './when-aborted';

/**
 * An agent behind an address: the job is posted to it, and it answers 200 with the outcome, or 202 and posts the outcome
 * to the job's `resultUrl` later. The address is checked when the connection is made, no redirect is followed, and the
 * secret goes in its one header to this origin only. The job's own key (rollout and attempt) goes as idempotency key, so an
 * agent that remembers keys never works twice for a job that was sent again.
 */
export interface HttpAgentSettings {
  readonly url: string;
  /** Header and value that carry the secret; null = none is sent. */
  readonly secret: { readonly header: string; readonly value: string } | null;
  readonly connections: number;
  readonly allowedAddresses: readonly string[];
}

export interface HttpAgent extends AgentCarrier {
  close(): Promise<void>;
}

const OUTCOME_BYTES_MAX = 16_000_000;
const HINT_MS_MAX = 60_000;
const CANCEL_MS = 5_000;
/** A stopped agent may be about to say where it can be cancelled. */
const LAST_WORD_MS = 1_000;

export function makeHttpAgent(settings: HttpAgentSettings): HttpAgent {
  const { url, secret, connections, allowedAddresses } = settings;
  const connection = guardedConnection(connections, allowedAddresses, OUTCOME_BYTES_MAX);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(secret === null ? {} : { [secret.header]: secret.value }),
  };

  async function carry(job: RolloutJob, { signal, posted }: CarryContext): Promise<CarryEnd> {
    const hangUp = new AbortController();
    const stopped = whenAborted(signal);
    const outcome = posted.then((said) => ({ kind: 'outcome', outcome: said }) as const);
    const answering = post(job, hangUp.signal);
    try {
      // Some agents post the outcome and answer with nothing of use, so whatever comes first as an outcome holds.
      const first = await Promise.race([answering, outcome, stopped]);
      if (first.kind === 'outcome') return first;
      const reply =
        first.kind === 'stopped'
          ? await Promise.race([answering, pause(LAST_WORD_MS, undefined, { ref: false })])
          : first;
      const accepted = reply?.kind === 'reply' ? acceptedIn(reply) : null;
      if (accepted !== null) {
        const later = await Promise.race([outcome, stopped]);
        if (later.kind === 'stopped')
          await cancel(connection, { url: accepted.cancelUrl, from: url, headers });
        return later;
      }
      if (signal.aborted || reply === undefined) return { kind: 'stopped' };
      return reply.kind === 'reply' ? readReply(reply, job) : unreached(reply.error);
    } finally {
      hangUp.abort();
    }
  }

  async function post(job: RolloutJob, signal: AbortSignal): Promise<Reply | Unreached> {
    const key = `${job.rolloutId}/${job.attempt}`;
    const body = JSON.stringify(job);
    try {
      const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body, signal };
      const reply = await connection.fetch(url, init);
      return { kind: 'reply', status: reply.status, text: await reply.text(), headers: reply.headers };
    } catch (error) {
      return { kind: 'unreached', error };
    }
  }

  return { carry, close: connection.close };
}

interface Unreached {
  readonly kind: 'unreached';
  readonly error: unknown;
}

interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

function acceptedIn({ status, text }: Reply): { readonly cancelUrl?: string | undefined } | null {
  if (status < 200 || status >= 300) return null;
  const parsed = acceptedLater.safeParse(parsedJson(text));
  return parsed.success ? parsed.data : status === 202 ? {} : null;
}

/** Repeats no text of the reply: an agent may echo prompts and secrets. */
function readReply({ status, text, headers }: Reply, job: RolloutJob): CarryEnd {
  if (status >= 200 && status < 300) return readOutcome(text, job);
  const hint = hintOf(headers.get('retry-after'));
  if (status === 429 || status === 503) return infrastructureFault('busy', status, hint);
  return infrastructureFault(status >= 500 ? 'serverFailed' : 'refused', status, hint);
}

function hintOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, HINT_MS_MAX) : undefined;
}

/** @throws AppError where the address may not be called at all: no further try changes that. */
function unreached(error: unknown): CarryEnd {
  const refusal = addressRefusal(error);
  if (refusal !== null) throw refusal;
  return infrastructureFault('unreachable', null);
}

interface Cancelled {
  readonly url: string | undefined;
  readonly from: string;
  readonly headers: Record<string, string>;
}

/** Best effort, to the agent's own origin only: the secret goes along. */
async function cancel(connection: GuardedConnection, { url, from, headers }: Cancelled): Promise<void> {
  if (url === undefined || new URL(url).origin !== new URL(from).origin) return;
  const signal = AbortSignal.timeout(CANCEL_MS);
  await connection.fetch(url, { method: 'DELETE', headers, signal }).catch(() => undefined);
}
