import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentTasksOptions } from '@/lib/contracts/environment-datasets';
import { writeTar } from '@/lib/environments/tar-write';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { importEnvironmentTasks } from './import-tasks';

const FILES = {
  'online/task.toml': 'version = "1.0"\n[environment]\nallow_internet = true\n',
  'offline/task.toml': 'version = "1.0"\n[environment]\nallow_internet = false\n',
};
const ARCHIVE = ['online', 'offline'].flatMap((task) =>
  Object.entries({
    'instruction.md': `Write "${task}".\n`,
    'environment/Dockerfile': 'FROM debian:bookworm-slim\n',
    'tests/test.sh': 'echo 1 > /logs/verifier/reward.txt\n',
  }).map(([path, text]) => [`${task}/${path}`, text] as const),
);
const tar = () =>
  new File(
    [
      new Uint8Array(
        writeTar(
          [...Object.entries(FILES), ...ARCHIVE].map(([path, text]) => ({
            ...{ path: `/${path}`, content: Buffer.from(text), isExecutable: false },
          })),
        ),
      ),
    ],
    'tasks.tar',
  );

describe('an import of tasks', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    asEnvironment(test);
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
  });
  afterAll(async () => {
    await closeDb();
    await test.close();
  });

  it('records which tasks run without the network that they may want, apart from the same tasks with one', async () => {
    const actor = testActor('experimenter', { via: 'key' });
    const add = (name: string, withoutNetwork: boolean) =>
      importEnvironmentTasks(actor, {
        files: [tar()],
        options: environmentTasksOptions.parse({ name, withoutNetwork }),
      });
    await add('As they are', false);
    const { exampleCount } = await add('Without a network', true);
    expect(exampleCount).toBe(2);
    const { rows } = await test.pg.query(
      `SELECT name, (task->>'withoutNetwork')::boolean AS without FROM "EnvironmentTask" ORDER BY name, without`,
    );
    expect(rows).toEqual([
      { name: 'offline', without: false },
      { name: 'online', without: false },
      { name: 'online', without: true },
    ]);
  });
});
