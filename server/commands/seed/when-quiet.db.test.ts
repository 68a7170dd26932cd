import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { seedWhenQuiet } from './when-quiet';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterEach(async () => {
  await closeDb();
  forgetConfig();
  await database.close();
});

it('the seeding of the tour waits for a database that is away, without a word', async () => {
  let asked = 0;
  const away = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.port = String((away.address() as AddressInfo).port);
  process.env.DATABASE_URL = url.href;
  forgetConfig();
  await closeDb();
  const stopping = new AbortController();
  const seeding = seedWhenQuiet(50, stopping.signal);
  await expect.poll(() => asked).toBeGreaterThan(2);
  stopping.abort();
  await expect(seeding).resolves.toBeUndefined();
  await new Promise((resolve) => away.close(resolve));
});
