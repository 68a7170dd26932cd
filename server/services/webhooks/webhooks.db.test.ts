import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceEvent } from '@/lib/domain/workspace-event';
import { makeWebhookPoster, type WebhookPoster } from '@/server/adapters/webhook-post';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { startQueue, stopQueue } from '@/server/jobs/queue';
import { DELIVER_WEBHOOK } from '@/server/jobs/webhook-jobs';
import { announce } from './announce';
import { deliver } from './deliver';

/** Webhooks over the API, the database and a real receiver on this machine. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let api: TestApi;
let receiver: Server;
let address: string;
let poster: WebhookPoster;
let received: Received[];
let answerWith: number;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
      response.writeHead(answerWith, answerWith === 302 ? { location: '/elsewhere' } : {}).end('ok');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  address = `http://${host}/hook`;
  api = await startTestApi({ WAGGLE_ALLOWED_ADDRESSES: host });
  poster = makeWebhookPoster([host], 2000);
});
beforeEach(() => {
  received = [];
  answerWith = 200;
});
afterAll(async () => {
  await stopQueue();
  await poster.close();
  await api.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const clock = { nowMs: () => 1_700_000_000_500, monotonicMs: () => 0 };
const ports = () => ({ post: poster.post, clock });

async function make(part: object = {}) {
  const body = { name: 'Deploys', url: address, ...part };
  const { json, status } = await api.call('createWebhook', { body });
  expect(status).toBe(201);
  return { id: json.webhook.id as string, secret: json.secret as string };
}

const event: WorkspaceEvent = {
  kind: 'canary.verdict',
  workspaceId: 'wsp_test',
  canaryId: 'cny_1',
  text: 'Version 2 for <Checkout> passed its canary.',
  actor: 'worker',
  atMs: 1_700_000_000_000,
  audience: { kind: 'team' },
  detail: { slot: 'checkout', verdict: 'pass' },
};
const deliveries = async (webhookId: string) =>
  (await api.call('listDeliveries', { params: { webhookId } })).json.items;
const say = (part: Partial<WorkspaceEvent> = {}) =>
  api.database.db.$transaction((tx) => announce(tx, { ...event, ...part }));

describe('a webhook', () => {
  it('gets what it was made for, signed over the very bytes and the time', async () => {
    const { id, secret } = await make({ events: ['canary.verdict'] });
    await say();
    const [waiting] = await deliveries(id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 0, event: 'canary.verdict' });
    await deliver(waiting.id, ports());
    const [{ headers, body }] = received as [Received];
    const [time = '', mac] = String(headers['waggle-signature']).split(',');
    const seconds = time.slice('t='.length);
    expect(seconds).toBe('1700000000');
    expect(mac).toBe(`v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`);
    expect(headers).toMatchObject({ 'waggle-event': 'canary.verdict', 'waggle-delivery': waiting.id });
    expect(JSON.parse(body)).toMatchObject({
      event: 'canary.verdict',
      at: '2023-11-14T22:13:20.000Z',
      text: event.text,
      canaryId: 'cny_1',
      detail: { verdict: 'pass' },
    });
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200 });
    await deliver(waiting.id, ports());
    expect(received).toHaveLength(1);
  });

  it('speaks as Slack reads, and holds what would be a link or a mention there apart', async () => {
    const { id } = await make({ shape: 'slack', events: ['canary.silent'] });
    await say({ kind: 'canary.silent' });
    const [{ payload }] = await deliveries(id);
    expect(Object.keys(payload)).toEqual(['text']);
    expect(payload.text).toContain('Version 2 for &lt;Checkout&gt; passed its canary. <http');
  });

  it('hears nothing of other events, nor while it is disabled, nor of what was taken back', async () => {
    const other = await make({ events: ['canary.promoted'] });
    const disabled = await make();
    const off = { params: { webhookId: disabled.id }, body: { enabled: false } };
    expect((await api.call('updateWebhook', off)).json.webhook.disabledAt).not.toBeNull();
    await say();
    const undone = api.database.db.$transaction(async (tx) => {
      await announce(tx, { ...event, kind: 'canary.promoted' });
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await deliveries(other.id)).toEqual([]);
    expect(await deliveries(disabled.id)).toEqual([]);
  });

  it('is tried again with longer waits while it fails, then given up, and can be sent again', async () => {
    const { id } = await make({ events: ['canary.rolledBack'] });
    await say({ kind: 'canary.rolledBack' });
    const [{ id: deliveryId }] = await deliveries(id);
    answerWith = 503;
    const waits: (number | null)[] = [];
    for (;;) {
      const delivered = await deliver(deliveryId, ports());
      if (delivered === null) break;
      waits.push(delivered.againInSeconds);
    }
    expect(waits).toEqual([10, 60, 300, 1800, 7200, 21_600, 43_200, null]);
    expect((await deliveries(id))[0]).toMatchObject({
      state: 'failed',
      attempts: 8,
      lastStatus: 503,
      lastError: 'It answered with 503.',
    });
    const again = await api.call('resendDelivery', { params: { webhookId: id, deliveryId } });
    expect([again.status, again.json.state]).toEqual([202, 'waiting']);
    const jobs = await (await startQueue()).findJobs(DELIVER_WEBHOOK, { data: { deliveryId } });
    expect(jobs.length).toBeGreaterThan(0);
    answerWith = 204;
    await deliver(deliveryId, ports());
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', lastError: null });
  });

  it('follows no redirect, and says so', async () => {
    const { id } = await make({ events: [] });
    answerWith = 302;
    const test = await api.call('testWebhook', { params: { webhookId: id } });
    expect(test.json).toMatchObject({ state: 'failed', lastStatus: 302 });
    expect(test.json.lastError).toContain('redirect');
    expect(received).toHaveLength(1);
  });

  it('is not posted to where the operator has not allowed it, whenever that is found out', async () => {
    for (const url of ['http://10.0.0.1/hook', 'https://localhost/hook', 'https://[::1]/x'])
      expect((await api.call('createWebhook', { body: { name: 'In', url } })).json.code).toBe(
        'ADDRESS_REFUSED',
      );
    const { id } = await make({ events: ['approval.given'] });
    await say({ kind: 'approval.given' });
    const [{ id: deliveryId }] = await deliveries(id);
    const strict = makeWebhookPoster([], 2000);
    const delivered = await deliver(deliveryId, { ...ports(), post: strict.post });
    await strict.close();
    expect(delivered?.row).toMatchObject({ state: 'failed', attempts: 1, lastStatus: null });
    expect(delivered?.row.lastError).toContain('may not be called');
    expect(received).toEqual([]);
  });

  it('keeps its secret to itself, changes it when asked, and is the owners’ business', async () => {
    const { id, secret } = await make();
    const renewed = await api.call('updateWebhook', { params: { webhookId: id }, body: { newSecret: true } });
    expect(renewed.json.secret).toMatch(/^whsec_/);
    expect(renewed.json.secret).not.toBe(secret);
    const row = await api.database.db.webhook.findUniqueOrThrow({ where: { id } });
    expect(row.secretEncrypted).not.toContain(renewed.json.secret);
    const listed = await api.call('listWebhooks');
    expect(listed.text).not.toContain('whsec_');
    const { items } = (await api.call('listAudit', { query: { subject: id } })).json;
    expect(JSON.stringify(items)).not.toMatch(/whsec_|\/hook/);
    expect((await api.call('listWebhooks', { as: 'experimenter' })).status).toBe(403);
  });

  it('says why nothing can be signed once the installation has another secret', async () => {
    const { id } = await make({ events: ['canary.live'] });
    await say({ kind: 'canary.live' });
    await api.database.db.webhook.update({ where: { id }, data: { secretEncrypted: 'v1.broken' } });
    const [{ id: deliveryId }] = await deliveries(id);
    const delivered = await deliver(deliveryId, ports());
    expect(delivered?.row.lastError).toContain('Make a new secret');
  });
});

describe('people in the app', () => {
  it('are told in the transaction of the event, each once, and not of what they did themselves', async () => {
    await api.database.db.notice.deleteMany({});
    await say({ actor: 'reviewer@example.com' });
    const told = await api.database.db.notice.findMany({ orderBy: { userId: 'asc' } });
    expect(told.map(({ userId }) => userId)).toEqual(['usr_experimenter', 'usr_owner']);
    expect(told[0]).toMatchObject({ kind: 'canary.verdict', subject: 'cny_1', readAt: null });
  });

  it('have no inbox as a key', async () => {
    expect((await api.call('listNotices')).json).toEqual({ items: [], nextCursor: null, unread: 0 });
    expect((await api.call('readNotices', { body: {} })).json).toEqual({ unread: 0 });
  });
});
