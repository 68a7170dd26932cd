import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { assertKeysOpen } from './provider-keys';
import { sealSecret } from './secret-box';

const SECRET = 'the secret of the first machine, long enough';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.workspace.create({ data: { id: 'ws_keys', name: 'Keys' } });
});
afterAll(() => database.close());

const addProvider = (id: string, keyCiphertext: string | null) =>
  database.db.provider.create({
    data: { id, workspaceId: 'ws_keys', name: id, baseUrl: 'https://provider.example/v1', keyCiphertext },
  });

describe('a worker on another machine', () => {
  it('needs no secret where no provider has a key', async () => {
    await addProvider('prv_open', null);
    await expect(assertKeysOpen(database.pg, 'whatever')).resolves.toBeUndefined();
  });

  it('starts with the secret of the installation, and is told which variable it needs without', async () => {
    await addProvider('prv_sealed', sealSecret('sk-1', 'prv_sealed', SECRET));
    await expect(assertKeysOpen(database.pg, SECRET)).resolves.toBeUndefined();
    await expect(assertKeysOpen(database.pg, 'a secret that it made up itself')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      userMessage: expect.stringMatching(/set WAGGLE_SECRET to the secret of the installation/),
    });
  });
});
