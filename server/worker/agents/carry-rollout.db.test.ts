import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { contractOutcome, makeEvent } from '@/server/adapters/testing/agent-carrier-contract';
import { stopRollout } from '@/server/repositories/carried-attempts';
import { openAttempt, postOutcome } from '@/server/repositories/rollouts';
import { type HttpAgentLab, openHttpAgentLab, outcomeOf, type Reply, solved } from './testing/http-agent-lab';

let lab: HttpAgentLab;
beforeAll(async () => {
  lab = await openHttpAgentLab();
});
afterAll(() => lab.close());

const MAIL = 'Mail ada@example.com first.';

const limits = (seconds: number) => ({
  limits: { modelCalls: 40, tokens: 200_000, usd: null, seconds },
});
const statuses = async (given: Parameters<HttpAgentLab['attempts']>[0]) =>
  (await lab.attempts(given)).map(({ status }) => status);

describe('a rollout of an HTTP agent', () => {
  it('ends with the output of its agent, and nothing of it is followed any more', async () => {
    lab.answers(solved);
    const given = lab.make();
    const reply = await lab.carry(given);
    expect(reply).toMatchObject({ ok: true, text: 'solved', attempts: 1, usageReported: false });
    expect(reply.rollout).toMatchObject({
      ...{ rolloutId: given.id, attempts: 1, limit: null, seen: null, countedBy: 'unknown' },
      injection: { system: 'unproven' },
    });
    expect(await statuses(given)).toEqual(['completed']);
    expect(lab.watch.size).toBe(0);
    const [job] = lab.jobs.slice(-1);
    expect(job).toMatchObject({ candidate: { components: { system: 'Be exact.' } }, seed: 7 });
    expect(job?.model).toBeUndefined();
  });

  it('ends with the outcome that its agent posts later, and hears no second one', async () => {
    const accepted = makeEvent();
    lab.answers((_job, response) => {
      response.on('close', accepted.happen);
      response.writeHead(202).end(JSON.stringify({ accepted: true }));
    });
    const given = lab.make();
    const carried = lab.carry(given);
    await accepted.happened;
    const name = { version: contractOutcome.version, rolloutId: given.id, attempt: 1 };
    const post = (text: string) =>
      postOutcome(lab.database.pg, { id: given.id, attempt: 1 }, outcomeOf(name, text));
    expect(await post('first')).toBe('first');
    expect(await carried).toMatchObject({ ok: true, text: 'first' });
    expect(await post('first')).toBe('repeated');
    expect(await post('second')).toBe('late');
    expect(await lab.carry(given)).toMatchObject({ ok: true, text: 'first' });
  });

  it('fails of itself, and is not tried again', async () => {
    lab.answers((job, response) => {
      const { output: _, ...head } = { output: null, ...outcomeOf(job) };
      const error = { kind: 'agent', code: 'lost', message: 'No way found.' };
      response.end(JSON.stringify({ ...head, status: 'failed', error }));
    });
    const given = lab.make();
    const reply = await lab.carry(given);
    expect(reply).toMatchObject({ ok: false, cause: { code: 'agentFailed' }, attempts: 1 });
    expect(await lab.attempts(given)).toMatchObject([
      { status: 'failed', fault: { failure: 'agent', fault: 'lost' } },
    ]);
  });

  it("that answers with another's outcome has failed, and the other is untouched", async () => {
    const other = lab.make();
    await openAttempt(lab.database.pg, other);
    lab.answers((job, response) => response.end(JSON.stringify(outcomeOf({ ...job, rolloutId: other.id }))));
    expect(await lab.carry(lab.make())).toMatchObject({ ok: false, cause: { code: 'agentFailed' } });
    expect(await lab.attempts(other)).toMatchObject([{ status: 'running', outcome: null }]);
  });

  it('is tried again twice after failures outside of its agent, each time as a new attempt', async () => {
    const busy: Reply = (_job, response) => response.writeHead(503, { 'retry-after': '0' }).end();
    lab.answers(busy, busy, solved);
    const given = lab.make();
    expect(await lab.carry(given)).toMatchObject({ ok: true, text: 'solved', attempts: 3 });
    expect(await statuses(given)).toEqual(['failed', 'failed', 'completed']);
    lab.answers(busy);
    const missing = lab.make();
    expect(await lab.carry(missing)).toMatchObject({ ok: false, cause: { code: 'unavailable' } });
    expect(await statuses(missing)).toEqual(['failed', 'failed', 'failed']);
    // Asked again after a crash, it has used up its tries.
    expect(await lab.carry(missing)).toMatchObject({ ok: false, cause: { code: 'unavailable' } });
    expect(await statuses(missing)).toHaveLength(3);
  });

  it('reaches the limit of its time when its agent never answers, and the agent is told', async () => {
    const left = makeEvent();
    lab.answers((_job, response) => void response.on('close', left.happen));
    const given = lab.make(limits(1));
    const reply = await lab.carry(given);
    expect(reply).toMatchObject({
      ok: false,
      cause: { code: 'rolloutLimit' },
      rollout: { limit: 'seconds' },
    });
    expect(await lab.attempts(given)).toMatchObject([{ status: 'limit', fault: { fault: 'seconds' } }]);
    await left.happened;
  });

  it('has the time that the serving process adds to its deadline', async () => {
    const began = makeEvent();
    const answer = makeEvent();
    lab.answers((job, response) => {
      began.happen();
      void answer.happened.then(() => solved(job, response));
    });
    const given = lab.make(limits(1));
    const carried = lab.carry(given);
    await began.happened;
    await lab.database.pg.query(
      `UPDATE "Rollout" SET "deadlineAt" = now() + interval '1 hour' WHERE id = $1`,
      [given.id],
    );
    // A second rollout of one second ends while this one goes on.
    const second = lab.make(limits(1));
    lab.answers((_job, response) => void response.on('close', () => undefined));
    expect(await lab.carry(second)).toMatchObject({ ok: false, cause: { code: 'rolloutLimit' } });
    answer.happen();
    expect(await carried).toMatchObject({ ok: true, text: 'solved' });
  });

  it('is missing when a person stops it', async () => {
    const began = makeEvent();
    lab.answers(() => began.happen());
    const given = lab.make();
    const carried = lab.carry(given);
    await began.happened;
    const { workspaceId, id: rolloutId } = given;
    expect(await stopRollout(lab.database.pg, { workspaceId: 'another', rolloutId })).toBe(false);
    expect(await stopRollout(lab.database.pg, { workspaceId, rolloutId })).toBe(true);
    expect(await carried).toMatchObject({ ok: false, cause: { code: 'unavailable' } });
    expect(await statuses(given)).toEqual(['stopped']);
  });

  it('is missing when a person stops it between two attempts, and begins no other', async () => {
    lab.answers((_job, response) => void response.writeHead(503).end());
    const given: ReturnType<typeof lab.make> = { ...lab.make(), purpose: 'test' };
    const carried = lab.carry(given);
    await expect.poll(() => statuses(given), { interval: 5 }).toContain('failed');
    const { workspaceId, id: rolloutId } = given;
    expect(await stopRollout(lab.database.pg, { workspaceId: 'another', rolloutId })).toBe(false);
    expect(await stopRollout(lab.database.pg, { workspaceId, rolloutId })).toBe(true);
    expect(await carried).toMatchObject({ ok: false, cause: { code: 'unavailable' } });
    // A slow machine stops the second attempt instead.
    expect((await statuses(given)).slice(-1)).toEqual(['stopped']);
    expect((await statuses(given)).length).toBeLessThan(3);
    expect(await stopRollout(lab.database.pg, { workspaceId, rolloutId })).toBe(false);
  });

  it('is left when its run is interrupted, and continued as its next attempt', async () => {
    const began = makeEvent();
    lab.answers(() => began.happen());
    const given = lab.make();
    const pause = new AbortController();
    const carried = lab.carry(given, { interrupted: pause.signal });
    await began.happened;
    pause.abort();
    await expect(carried).rejects.toMatchObject({ code: 'PROVIDER_AWAY', context: { mayBePaid: true } });
    lab.answers(solved);
    expect(await lab.carry(given)).toMatchObject({ ok: true, attempts: 2 });
    expect(await statuses(given)).toEqual(['stopped', 'completed']);
  });

  it('is taken over from a dead worker as a new attempt, and the old worker is told that it lost it', async () => {
    const began = makeEvent();
    lab.answers(() => began.happen(), solved);
    const given = lab.make();
    const first = lab.carry(given).catch((error: unknown) => error);
    await began.happened;
    expect(await lab.carry(given)).toMatchObject({ ok: true, text: 'solved', attempts: 2 });
    expect(await first).toMatchObject({ code: 'LEASE_LOST' });
    expect(await statuses(given)).toEqual(['lost', 'completed']);
  });

  it('is never run again once it has ended, or its outcome was posted to a worker that died', async () => {
    lab.answers(solved);
    const ended = lab.make();
    await lab.carry(ended);
    const posted = lab.make();
    await openAttempt(lab.database.pg, posted);
    const name = { version: contractOutcome.version, rolloutId: posted.id, attempt: 1 };
    await postOutcome(lab.database.pg, { id: posted.id, attempt: 1 }, outcomeOf(name, 'posted'));
    const before = lab.jobs.length;
    expect(await lab.carry(ended)).toMatchObject({ ok: true, text: 'solved', attempts: 1 });
    expect(await lab.carry(posted)).toMatchObject({ ok: true, text: 'posted', attempts: 1 });
    expect(lab.jobs.length).toBe(before);
    expect(await statuses(posted)).toEqual(['completed']);
  });

  it('waits for a place where its agent runs as many as it may', async () => {
    const began = makeEvent();
    const answer = makeEvent();
    lab.answers((job, response) => {
      began.happen();
      void answer.happened.then(() => solved(job, response));
    }, solved);
    const first = lab.make();
    const second = { ...lab.make(), agentId: first.agentId };
    const carried = lab.carry(first, { atOnce: 1 });
    await began.happened;
    const interrupted = new AbortController();
    const waiting = lab.carry(second, { atOnce: 1, interrupted: interrupted.signal });
    interrupted.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'PROVIDER_AWAY' });
    expect(await lab.attempts(second)).toEqual([]);
    const next = lab.carry(second, { atOnce: 1 });
    answer.happen();
    expect(await carried).toMatchObject({ ok: true });
    expect(await next).toMatchObject({ ok: true });
  });

  it.each([
    ['atif', { schema_version: 'ATIF-v1.6', steps: [{ source: 'agent', message: MAIL }] }],
    ['messages', [{ role: 'assistant', content: MAIL }]],
  ])(
    'keeps the trace that its agent sent as %s, scrubbed and condensed, in training only',
    async (format, document) => {
      lab.answers((job, response) => {
        const usage = { inputTokens: 5, outputTokens: 2, usd: 0.25 };
        response.end(JSON.stringify({ ...outcomeOf(job), usage, trace: { format, document } }));
      });
      const given = lab.make();
      const reply = await lab.carry(given);
      expect(reply).toMatchObject({ tokensIn: 5, tokensOut: 2, reportedUsd: 0.25, usageReported: true });
      expect(reply.rollout?.seen?.text).toContain('Mail [EMAIL_1] first.');
      expect(reply.rollout).toMatchObject({ countedBy: 'agent', trajectoryHash: expect.any(String) });
      const [row] = await lab.attempts(given);
      expect(row?.outcome).not.toHaveProperty('trace');
      // Read again after a crash, it is the same.
      expect((await lab.carry(given)).rollout).toEqual(reply.rollout);
      const measured = await lab.carry({ ...lab.make(), purpose: 'measurement' });
      expect(measured.rollout).toMatchObject({ seen: null, trajectoryHash: reply.rollout?.trajectoryHash });
    },
  );

  it('takes the trace and the use that its agent tells where the proxy saw no call', async () => {
    const document = [{ role: 'assistant', content: MAIL }];
    lab.answers((job, response) => {
      const usage = { inputTokens: 5, outputTokens: 2, usd: 0.25 };
      response.end(JSON.stringify({ ...outcomeOf(job), usage, trace: { format: 'messages', document } }));
    });
    const { order, ...given } = lab.make();
    const components = order.components.map((component) => ({ ...component, text: '' }));
    const reply = await lab.carry({ ...given, order: { ...order, components, model: buildModelBinding() } });
    expect(reply).toMatchObject({ ok: true, tokensIn: 5, tokensOut: 2, reportedUsd: 0.25 });
    expect(reply.rollout).toMatchObject({ countedBy: 'agent', trajectoryHash: expect.any(String) });
    expect(reply.rollout).toMatchObject({ injection: { system: 'notApplicable' } });
  });

  it('counts the outcome whose trace cannot be read, and keeps the name of its format', async () => {
    lab.answers((job, response) => {
      response.end(
        JSON.stringify({ ...outcomeOf(job), trace: { format: 'tau', document: { messages: MAIL } } }),
      );
    });
    const given = lab.make();
    const reply = await lab.carry(given);
    expect(reply).toMatchObject({ ok: true, rollout: { trajectoryHash: null } });
    const [row] = await lab.attempts(given);
    expect(row?.outcome).toMatchObject({ status: 'completed', trace: { format: 'tau', document: null } });
  });
});
