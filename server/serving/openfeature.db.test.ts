import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as ServerOpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { EventSource } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bucketOf, variantOf } from '@/lib/canary/bucketing';
import { FLAGS, type OfrepBench, type OfrepProcess, openOfrepBench } from './testing/ofrep-bench';
import { type ServedHandler, serveHandler } from './testing/serve-handler';
import { type BenchSlot, makeBenchKey, makeBenchSlot, move } from './testing/slot-bench';

/**
 * The official clients with their providers, unmodified, over real HTTP against the real handlers: they read a slot, see
 * a canary's split and see it taken back. The server's client asks each time; the browser's client holds what it was
 * told and hears of changes on the line.
 */
const PATIENT = { interval: 20 };
const CODE_DEFAULT = { text: 'The prompt in my code.' };
const SHARE = 0.25;
const USERS = Array.from({ length: 60 }, (_, n) => `conv_${n}`);

let bench: OfrepBench;
let web: OfrepProcess;
let served: ServedHandler;
let key: string;
const asked: string[] = [];
/** Browsers have it; this Node hides its own behind a flag. */
const hadEventSource = Reflect.get(globalThis, 'EventSource');
beforeAll(async () => {
  Reflect.set(globalThis, 'EventSource', EventSource);
  bench = await openOfrepBench();
  web = bench.openProcess();
  served = await serveHandler(async (request) => {
    const response = await web.handle(request);
    asked.push(`${response.status} ${new URL(request.url).pathname}`);
    return response;
  });
  await makeBenchSlot('base');
  key = (await makeBenchKey()).secret;
});
afterAll(async () => {
  await Promise.all([ServerOpenFeature.close(), WebOpenFeature.close()]);
  await served.close();
  await bench.close();
  Reflect.set(globalThis, 'EventSource', hadEventSource);
});

let slot: BenchSlot;
let made = 0;
beforeEach(async () => {
  made += 1;
  slot = await makeBenchSlot(`of-${made}`);
  await move(slot, { kind: 'first', promptId: slot.prompts[0] });
  await arrived();
  asked.length = 0;
});
afterEach(() => Promise.all([ServerOpenFeature.clearProviders(), WebOpenFeature.clearProviders()]));

/** The process has heard of the last move. */
async function arrived(): Promise<void> {
  const number = async () =>
    (await web.serving.store.flagsOf('wsp_test')).bySlot.get(slot.slotId)?.configVersion;
  const row = await bench.database.db.slot.findUniqueOrThrow({ where: { id: slot.slotId } });
  await expect.poll(number, PATIENT).toBe(row.configVersion);
}

const variantWanted = (user: string) => variantOf(bucketOf(slot.canaryId, user), SHARE);
const versionIn = (value: unknown) => (value as { readonly version?: number }).version;
const versionWanted = (user: string) => (variantWanted(user) === 'challenger' ? 2 : 1);

describe('the server client', () => {
  async function openClient(secret = key) {
    const provider = new OFREPProvider({
      baseUrl: served.origin,
      headers: [['Authorization', `Bearer ${secret}`]],
    });
    await ServerOpenFeature.setProviderAndWait(provider);
    return ServerOpenFeature.getClient();
  }

  it('reads a slot, sees the split of a canary by bucket, and sees it taken back with its next call', async () => {
    const client = await openClient();
    const details = (user: string) =>
      client.getObjectDetails(slot.flagKey, CODE_DEFAULT, { targetingKey: user, tenant: 'acme' });
    expect(await details('conv_1')).toMatchObject({
      value: { version: 1, text: 'You are version 1.' },
      reason: 'STATIC',
      variant: 'incumbent',
    });

    await move(slot, { kind: 'split', promptId: slot.prompts[1], share: SHARE, step: 0 });
    await arrived();
    const split = await Promise.all(USERS.map(details));
    expect(split.map(({ variant }) => variant)).toEqual(USERS.map(variantWanted));
    expect(split.map(({ value }) => versionIn(value))).toEqual(USERS.map(versionWanted));
    expect(new Set(split.map(({ variant }) => variant)).size).toBe(3);
    expect(split[0]).toMatchObject({
      reason: 'SPLIT',
      flagMetadata: { releaseId: slot.canaryId, pct: SHARE },
    });

    await move(slot, { kind: 'revert' });
    await arrived();
    for (const { value, reason } of await Promise.all(USERS.map(details)))
      expect([versionIn(value), reason]).toEqual([1, 'DISABLED']);
  });

  it('uses the default of its code for a slot that is empty or unknown, and for a key that does not hold', async () => {
    const empty = await makeBenchSlot(`empty-${made}`);
    await web.serving.store.flagsSince('wsp_test', Number.MAX_SAFE_INTEGER);
    const client = await openClient();
    const value = (flagKey: string) => client.getObjectValue(flagKey, CODE_DEFAULT, { targetingKey: 'a' });
    expect(await value(empty.flagKey)).toEqual(CODE_DEFAULT);
    expect(await value('prompt.unknown')).toEqual(CODE_DEFAULT);
    const stranger = await openClient('wgl_unknown');
    expect(await stranger.getObjectValue(slot.flagKey, CODE_DEFAULT, { targetingKey: 'a' })).toEqual(
      CODE_DEFAULT,
    );
  });

  it('is told that a split needs a targeting key, and that a prompt is no number', async () => {
    const client = await openClient();
    expect(await client.getNumberDetails(slot.flagKey, 7, { targetingKey: 'a' })).toMatchObject({
      value: 7,
      errorCode: 'TYPE_MISMATCH',
    });
    await move(slot, { kind: 'split', promptId: slot.prompts[1], share: SHARE, step: 0 });
    await arrived();
    expect(await client.getObjectDetails(slot.flagKey, CODE_DEFAULT, {})).toMatchObject({
      value: CODE_DEFAULT,
      errorCode: 'TARGETING_KEY_MISSING',
    });
  });

  it('stops asking until the time that a 429 names', async () => {
    const busy = bench.openProcess({ perMinute: 10 });
    const other = await serveHandler(busy.handle);
    const provider = new OFREPProvider({ baseUrl: other.origin, headers: [['X-API-Key', key]] });
    await ServerOpenFeature.setProviderAndWait(provider);
    const client = ServerOpenFeature.getClient();
    const details = () => client.getObjectDetails(slot.flagKey, CODE_DEFAULT, { targetingKey: 'a' });
    for (let n = 0; n < 10; n += 1) expect((await details()).reason).toBe('STATIC');
    expect((await details()).value).toEqual(CODE_DEFAULT);
    expect((await details()).errorMessage).toMatch(/paused due to TooManyRequests until/);
    await other.close();
  });
});

describe('the browser client', () => {
  async function openClient(user: string) {
    const provider = new OFREPWebProvider({
      baseUrl: served.origin,
      headers: [['Authorization', `Bearer ${key}`]],
      cacheMode: 'disabled',
    });
    await WebOpenFeature.setContext({ targetingKey: user });
    await WebOpenFeature.setProviderAndWait(provider);
    return WebOpenFeature.getClient();
  }
  const userOf = (variant: string) => USERS.find((user) => variantWanted(user) === variant) ?? '';

  it('reads a slot at the start, sees the split and the way back by the line of changes, without polling', async () => {
    const client = await openClient(userOf('challenger'));
    const version = () => versionIn(client.getObjectValue(slot.flagKey, CODE_DEFAULT));
    expect(version()).toBe(1);
    await expect.poll(() => asked, PATIENT).toContain('200 /ofrep/v1/events');
    await move(slot, { kind: 'split', promptId: slot.prompts[1], share: SHARE, step: 0 });
    await expect.poll(version, PATIENT).toBe(2);
    expect(client.getObjectDetails(slot.flagKey, CODE_DEFAULT)).toMatchObject({
      reason: 'SPLIT',
      variant: 'challenger',
    });
    await move(slot, { kind: 'revert' });
    await expect.poll(version, PATIENT).toBe(1);
    expect(client.getObjectDetails(slot.flagKey, CODE_DEFAULT).reason).toBe('DISABLED');
  });

  it('gets another answer for another user and for another attribute, and 304 for the same question', async () => {
    await beginStep();
    const client = await openClient(userOf('challenger'));
    const seen = () => client.getObjectDetails(slot.flagKey, CODE_DEFAULT);
    expect(seen().variant).toBe('challenger');
    // Connecting to the line asks once more: nothing has changed since.
    await expect.poll(() => asked, PATIENT).toContain(`304 ${FLAGS}`);
    await WebOpenFeature.setContext({ targetingKey: userOf('control') });
    expect([seen().variant, versionIn(seen().value)]).toEqual(['control', 1]);
    asked.length = 0;
    // The provider keeps its tag where only an attribute changes; the tag covers the context, so no 304 comes.
    await WebOpenFeature.setContext({ targetingKey: userOf('control'), tenant: 'other' });
    expect(asked.filter((line) => line.endsWith(FLAGS))).toEqual([`200 ${FLAGS}`]);
  });

  async function beginStep(): Promise<void> {
    await move(slot, { kind: 'split', promptId: slot.prompts[1], share: SHARE, step: 0 });
    await arrived();
  }

  it('uses the default of its code for an empty slot', async () => {
    const empty = await makeBenchSlot(`blank-${made}`);
    const client = await openClient('a');
    expect(client.getObjectValue(empty.flagKey, CODE_DEFAULT)).toEqual(CODE_DEFAULT);
  });
});
