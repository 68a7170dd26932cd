import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as ServerOpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { EventSource } from 'undici';
import { bucketOf, variantOf } from '@/lib/canary/bucketing';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';
import { makeSlot } from './support/slots';
import { expect, test } from './support/test';

/**
 * The official OpenFeature clients, unmodified, against the product as `npm start` starts it: the server
 * client through the pages' own address and through the flag server, the browser client on the stream of
 * changes.
 */
const CODE_DEFAULT = { text: 'The prompt in my code.' };
const PATIENT = { timeout: 120_000 };
const SHARE = 0.25;
const USERS = Array.from({ length: 30 }, (_, n) => `conv_${n}`);
const versionIn = (value: unknown) => (value as { readonly version?: number }).version ?? null;

test('Server and browser clients read a slot, follow a canary’s split, and follow its revert', {
  tag: '@full',
}, async ({ api, baseURL }) => {
  // Browsers have it; this Node hides its own behind a flag.
  Reflect.set(globalThis, 'EventSource', EventSource);
  const slug = `read-${Date.now()}`;
  const { slotId, canaryId } = await makeSlot(api, slug);
  const flagKey = `rehearsal.${slug}`;
  const { secret } = await api.post<{ secret: string }>(`/api/v1/slots/${slotId}/keys`, {
    ...{ use: 'server', name: 'The application', scopes: ['evaluate'] },
  });
  const variantWanted = (user: string) => variantOf(bucketOf(canaryId, user), SHARE);
  const challenged = USERS.find((user) => variantWanted(user) === 'challenger') ?? '';

  const flagServer = `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}`;
  const headers: [string, string][] = [['Authorization', `Bearer ${secret}`]];
  await ServerOpenFeature.setProviderAndWait('pages', new OFREPProvider({ baseUrl: baseURL ?? '', headers }));
  await ServerOpenFeature.setProviderAndWait('flags', new OFREPProvider({ baseUrl: flagServer, headers }));
  await WebOpenFeature.setContext({ targetingKey: challenged });
  const browser = new OFREPWebProvider({ baseUrl: flagServer, headers, cacheMode: 'disabled' });
  await WebOpenFeature.setProviderAndWait(browser);
  const details = (place: string, targetingKey: string) =>
    ServerOpenFeature.getClient(place).getObjectDetails(flagKey, CODE_DEFAULT, { targetingKey });
  const seen = async () => {
    const [pages, flags] = await Promise.all([details('pages', challenged), details('flags', challenged)]);
    const inBrowser = WebOpenFeature.getClient().getObjectDetails(flagKey, CODE_DEFAULT);
    return [pages, flags, inBrowser].map(({ reason, value }) => `${reason} ${versionIn(value)}`);
  };
  const allSee = (what: string) => expect.poll(seen, PATIENT).toEqual([what, what, what]);

  await allSee('STATIC 1');
  await beginLiveStep(canaryId);
  await allSee('SPLIT 2');
  for (const place of ['pages', 'flags']) {
    const variants = await Promise.all(USERS.map(async (user) => (await details(place, user)).variant));
    expect(variants).toEqual(USERS.map(variantWanted));
  }
  await api.post(`/api/v1/slots/${slotId}/revert`, { reason: 'The journey takes it back.' });
  await allSee('DISABLED 1');
  await Promise.all([ServerOpenFeature.close(), WebOpenFeature.close()]);
});

/** In a separate process, as an operator who works on the app's database. */
async function beginLiveStep(canaryId: string): Promise<void> {
  const dataDir = process.env.WAGGLE_E2E_DATA_DIR ?? '';
  const env = { ...process.env, WAGGLE_DATA_DIR: dataDir, DATABASE_URL: embeddedDatabaseUrl(dataDir) ?? '' };
  const args = ['--import', 'tsx', 'e2e/support/begin-live-step.ts', canaryId, String(SHARE)];
  await promisify(execFile)(process.execPath, args, { env });
}
