import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs rollouts of one agent of a Waggle workspace in this process. It asks the flag server for work by long poll, so it
 * needs outgoing HTTPS only. No clock of this machine decides anything: the server's answers say what is left.
 * Types are in waggle-runner.d.mts.
 */
const CLIENT = 'waggle-runner-js 0.1.0';
const VERSION = 'waggle.rollout/1';
const POLL_SECONDS = 25;
const ANSWER_MS = 30_000;
const BACKOFF_MS = { first: 500, most: 30_000 };
const GRACE_SECONDS = 30;
/** Tries to deliver an outcome: some four minutes, in which a server may be restarted. */
const DELIVERIES = 14;

/** Thrown by an agent whose machine, not the agent itself, failed: the rollout is tried again and never scores 0. */
export class InfrastructureError extends Error {
  name = 'InfrastructureError';
}

/** The server refuses this runner: its key, its agent or its request. */
export class RefusedError extends Error {
  name = 'RefusedError';
  constructor(message, status, code) {
    super(message);
    Object.assign(this, { status, code });
  }
}

export async function run(options, work) {
  const { url, key, agent, concurrency = 4, signal, graceSeconds = GRACE_SECONDS } = options;
  const { name = `${hostname()}-${process.pid}`, handleSignals = true, log = console.error } = options;
  const id = `rn_${randomUUID().replaceAll('-', '')}`;
  const base = url.replace(/\/+$/, '');
  const runner = { id, name, host: hostname(), client: CLIENT, capacity: concurrency };
  /** Rollouts in flight, by id and attempt. */
  const held = new Map();
  let wake = () => undefined;
  /** A rollout has ended, or a stop was asked for. */
  const changed = () => new Promise((resolve) => (wake = resolve));
  const stop = stopping({ signal, handleSignals, log });
  stop.polls.addEventListener('abort', () => wake(), { once: true });
  let refusal;
  try {
    await lease();
  } catch (error) {
    refusal = error;
  } finally {
    await finish();
    stop.forget();
  }
  if (refusal) throw refusal;

  async function lease() {
    for (let failures = 0; !stop.polls.aborted; ) {
      if (held.size >= concurrency) {
        await changed();
        continue;
      }
      const asked = { agent, runner, free: concurrency - held.size, holding: [...held.keys()] };
      try {
        const { jobs } = await post(`${base}/runner/v1/lease`, key, asked, {
          ms: POLL_SECONDS * 1000 + ANSWER_MS,
          signal: stop.polls,
        });
        failures = 0;
        for (const job of jobs) start(job);
      } catch (error) {
        if (stop.polls.aborted) return;
        if (error instanceof RefusedError && error.isFinal) throw error;
        failures += 1;
        log(`waggle-runner: no answer (${error.message}); asking again.`);
        await pause(backoff(failures, error.retryAfterMs), undefined, { signal: stop.polls }).catch(
          () => undefined,
        );
      }
    }
  }

  function start(job) {
    const name = `${job.rolloutId}/${job.attempt}`;
    if (held.has(name)) return;
    const over = new AbortController();
    const rollout = { job, over, isHandedBack: false };
    rollout.ended = carry(rollout, work, log).finally(() => {
      held.delete(name);
      wake();
    });
    held.set(name, rollout);
  }

  /** Rollouts in flight end by themselves; what is left after the grace is handed back. */
  async function finish() {
    const rollouts = [...held.values()];
    const all = Promise.all(rollouts.map(({ ended }) => ended));
    const hurried = aborted(stop.now);
    const grace = new AbortController();
    const late = pause(graceSeconds * 1000, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([all, hurried, late]);
    grace.abort();
    for (const rollout of rollouts) {
      rollout.isHandedBack = true;
      rollout.over.abort(new Error('This runner is stopping.'));
    }
    await all;
    await post(`${base}/runner/v1/leave`, key, { agent, runner: { id } }).catch(() => undefined);
  }
}

/** One rollout: never throws, whatever the agent does. */
async function carry(rollout, work, log) {
  const { job, over } = rollout;
  const { rolloutId, attempt } = job;
  const beats = heartbeats(job, over);
  try {
    const handedBack = aborted(over.signal).then(() =>
      failure('infrastructure', 'handedBack', String(over.signal.reason)),
    );
    // An agent that ignores its signal is left behind: its outcome would come late.
    const ending = Promise.resolve()
      .then(() => work(job, { signal: over.signal }))
      .then(success, failed);
    const part = await Promise.race([ending, handedBack]);
    if (over.signal.aborted && !rollout.isHandedBack) return;
    const outcome = { version: VERSION, rolloutId, attempt, ...part };
    await deliver(job, outcome, beats.stopped);
  } catch (error) {
    log(`waggle-runner: the outcome of ${rolloutId}/${attempt} was not delivered (${error.message}).`);
  } finally {
    beats.stop();
  }
}

function success(result) {
  const given = typeof result === 'string' ? { text: result } : result;
  if (typeof given?.text !== 'string')
    return failure('agent', 'noText', 'The agent returned neither a text nor an object with a text.');
  const { text, reward, usage, trace } = given;
  return {
    status: 'completed',
    output: { text },
    ...(reward && { reward }),
    ...(usage && { usage }),
    ...(trace && { trace }),
  };
}

function failed(error) {
  const kind = error instanceof InfrastructureError ? 'infrastructure' : 'agent';
  return failure(kind, error?.code ?? error?.name ?? 'error', error?.message ?? error);
}

const failure = (kind, code, message) => ({
  status: 'failed',
  error: { kind, code: String(code).slice(0, 100), message: String(message).slice(0, 5_000) },
});

/** Tells that the rollout is alive, and aborts it once the server says that it is over. */
function heartbeats({ control, deadlineSeconds }, over) {
  const stopped = new AbortController();
  const beatMs = (secondsLeft) => Math.min(control.heartbeatSeconds, secondsLeft + 0.5) * 1000;
  async function beat() {
    for (let waitMs = beatMs(deadlineSeconds); !stopped.signal.aborted; ) {
      await pause(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      try {
        const { secondsLeft, cancelled } = await post(
          control.heartbeatUrl,
          control.apiKey,
          {},
          { ms: ANSWER_MS },
        );
        if (cancelled || secondsLeft <= 0)
          return end(cancelled ? 'The rollout was cancelled.' : 'The time is over.');
        waitMs = beatMs(secondsLeft);
      } catch (error) {
        if (error instanceof RefusedError && error.isFinal) return end(error.message);
        waitMs = Math.min(waitMs, 5_000);
      }
    }
  }
  const end = (why) => {
    stopped.abort();
    over.abort(new Error(why));
  };
  beat();
  return { stopped: stopped.signal, stop: () => stopped.abort() };
}

/** The first outcome of an attempt counts; 409 = the attempt was over. An outcome that is refused is the agent's failure. */
async function deliver({ control }, outcome, stopped) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(control.resultUrl, control.apiKey, outcome, { ms: ANSWER_MS });
    } catch (error) {
      const { rolloutId, attempt, status } = outcome;
      if (error.status === 400 && status === 'completed') {
        const told = failure('agent', 'badOutcome', error.message);
        return deliver({ control }, { version: VERSION, rolloutId, attempt, ...told }, stopped);
      }
      if (error.status === 409 || stopped.aborted) return;
      if ((error instanceof RefusedError && error.isFinal) || tries >= DELIVERIES) throw error;
      await pause(backoff(tries, error.retryAfterMs));
    }
  }
}

/** @throws RefusedError, or an Error where there is no connection */
async function post(url, key, body, { ms = ANSWER_MS, signal } = {}) {
  const over = new AbortController();
  const leave = () => over.abort(new Error('stopped'));
  const limit = setTimeout(() => over.abort(new Error('no answer in time')), ms);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: over.signal };
  const { response, text } = await fetch(url, init)
    .then(async (response) => ({ response, text: await response.text() }))
    .finally(() => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', leave);
    });
  if (response.ok) return JSON.parse(text);
  const { code = 'unknown', message = `status ${response.status}` } = errorIn(text);
  const refused = new RefusedError(message, response.status, code);
  refused.isFinal = response.status < 500 && ![408, 425, 429].includes(response.status);
  const seconds = Number(response.headers.get('retry-after'));
  if (seconds > 0) refused.retryAfterMs = seconds * 1000;
  throw refused;
}

function errorIn(text) {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}

/** Grows with each failure, and differs between runners so that they do not come back all at once. */
function backoff(failures, hintMs = 0) {
  const ms = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** (failures - 1));
  return Math.max(hintMs, ms * (0.5 + Math.random() / 2));
}

/** `polls` aborts at the first request to stop, `now` at the second. */
function stopping({ signal, handleSignals, log }) {
  const polls = new AbortController();
  const now = new AbortController();
  const ask = () => {
    if (polls.signal.aborted) return now.abort();
    log('waggle-runner: stopping after the rollouts in flight; a second signal hands them back.');
    polls.abort();
  };
  const once = () => polls.signal.aborted || ask();
  if (signal?.aborted) once();
  signal?.addEventListener('abort', once, { once: true });
  const names = handleSignals ? ['SIGINT', 'SIGTERM'] : [];
  for (const name of names) process.on(name, ask);
  const forget = () => {
    signal?.removeEventListener('abort', once);
    for (const name of names) process.off(name, ask);
  };
  return { polls: polls.signal, now: now.signal, forget };
}

const aborted = (signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
