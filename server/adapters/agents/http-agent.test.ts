import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { RolloutJob, RolloutOutcome } from '@/lib/domain/rollout-documents';
import {
  itKeepsTheCarrierContract,
  itReadsAnswersItself,
  contractJob as job,
  makeEvent,
  NEVER,
  type OpenCarrier,
  contractOutcome as outcome,
} from '@/server/adapters/testing/agent-carrier-contract';
import { type LoopbackServer, openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { type HttpAgentSettings, makeHttpAgent } from './http-agent';

let there: LoopbackServer | undefined;
afterEach(async () => {
  await there?.close();
  there = undefined;
});

interface Around {
  readonly more?: Partial<HttpAgentSettings>;
  readonly signal?: AbortSignal;
  readonly posted?: Promise<RolloutOutcome>;
}

async function carry(
  reply: (response: ServerResponse, method: string) => void,
  { more, signal = new AbortController().signal, posted = NEVER }: Around = {},
) {
  there = await openLoopbackServer((asked, response) => reply(response, asked.method));
  const settings = { url: there.url, secret: null, connections: 4, allowedAddresses: ['127.0.0.1'] };
  const agent = makeHttpAgent({ ...settings, ...more });
  try {
    return await agent.carry(job, { signal, posted });
  } finally {
    await agent.close();
  }
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('an HTTP agent that keeps the contract of carriers', () => {
  const open: OpenCarrier = async (answer) => {
    const began = makeEvent();
    const told = makeEvent();
    const server = await openLoopbackServer<RolloutJob>((_asked, response) => {
      if (answer !== null) return response.end(answer);
      response.on('close', told.happen);
      began.happen();
    });
    const settings = { url: server.url, secret: null, connections: 4, allowedAddresses: ['127.0.0.1'] };
    const carrier = makeHttpAgent(settings);
    return {
      carrier,
      began: began.happened,
      told: told.happened,
      get jobs() {
        return server.asked.map(({ body }) => body);
      },
      async close() {
        await carrier.close();
        await server.close();
      },
    };
  };
  itKeepsTheCarrierContract(open);
  itReadsAnswersItself(open);
});

describe('an HTTP agent', () => {
  it('is posted the job under its key with the secret', async () => {
    const secret = { header: 'X-Key', value: 'hidden' };
    await carry((response) => json(response, 200, outcome), { more: { secret } });
    const key = `${job.rolloutId}/1`;
    expect(there?.asked[0]?.headers).toMatchObject({ 'idempotency-key': key, 'x-key': 'hidden' });
  });

  it('accepts the job and posts the outcome later', async () => {
    let post: (outcome: RolloutOutcome) => void = () => undefined;
    const posted = new Promise<RolloutOutcome>((resolve) => {
      post = resolve;
    });
    const end = await carry(
      (response) => {
        response.on('close', () => post(outcome));
        json(response, 202, { accepted: true });
      },
      { posted },
    );
    expect(end).toEqual({ kind: 'outcome', outcome });
  });

  it('is told to stop at its own origin when an accepted job is given up', async () => {
    const giveUp = new AbortController();
    const methods: string[] = [];
    const end = await carry(
      (response, method) => {
        methods.push(method);
        if (method === 'DELETE') response.writeHead(204).end();
        else {
          response.on('close', () => giveUp.abort());
          json(response, 202, { accepted: true, cancelUrl: `${there?.url}/cancel` });
        }
      },
      { signal: giveUp.signal },
    );
    expect(end).toEqual({ kind: 'stopped' });
    expect(methods).toEqual(['POST', 'DELETE']);
  });

  it('is never asked to cancel at another origin', async () => {
    const elsewhere = await openLoopbackServer((_asked, response) => response.writeHead(204).end());
    const giveUp = new AbortController();
    await carry(
      (response) => {
        response.on('close', () => giveUp.abort());
        json(response, 202, { accepted: true, cancelUrl: elsewhere.url });
      },
      { signal: giveUp.signal },
    );
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it.each([
    [429, 'busy'],
    [503, 'busy'],
    [500, 'serverFailed'],
    [404, 'refused'],
    [302, 'refused'],
  ])('answers %i, which is a failure of its infrastructure', async (status, fault) => {
    const end = await carry((response) => response.writeHead(status, { 'retry-after': '7' }).end());
    expect(end).toMatchObject({ kind: 'failed', failure: 'infrastructure', fault, code: status });
    if (fault === 'busy') expect(end).toMatchObject({ retryAfterMs: 7000 });
  });

  it('breaks the connection, which is a failure of its infrastructure', async () => {
    const end = await carry((response) => response.destroy());
    expect(end).toMatchObject({ kind: 'failed', failure: 'infrastructure', fault: 'unreachable' });
  });

  it('may not live at an address that the operator has not allowed', async () => {
    const refused = carry((response) => json(response, 200, outcome), { more: { allowedAddresses: [] } });
    await expect(refused).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(there?.asked).toEqual([]);
  });
});
