import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe('npm run -s waggle -- call, as a process', () => {
  let test: TestDatabase;
  const folder = mkdtempSync(path.join(tmpdir(), 'waggle-call-'));
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await test.close();
  });

  /** With every line of the log, which must not mix with the answer. */
  async function call(args: readonly string[]): Promise<Ended> {
    const child = spawn('npm', ['run', '-s', 'waggle', '--', 'call', ...args], {
      env: {
        ...process.env,
        DATABASE_URL: test.url,
        WAGGLE_SECRET: 'a secret of the tests, long enough to be taken',
        LOG_LEVEL: 'trace',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, err };
  }

  it('writes nothing but the answer to its output, and the log to its errors', async () => {
    const { code, out, err } = await call(['listDatasets']);
    expect(err).toContain('"listDatasets"');
    expect({ code, answer: JSON.parse(out) }).toEqual({ code: 0, answer: { items: [], nextCursor: null } });
  });

  it('leaves its output empty where it is refused, and names the candidates of an unclear import', async () => {
    const file = path.join(folder, 't.csv');
    writeFileSync(file, 'ticket,team\nJam,IT\n');
    const { code, out, err } = await call(['importDataset', '--form', `files=@${file}`]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('MAPPING_UNCERTAIN');
    expect(err).toMatch(/options\.mapping\.question: .*ticket \("Jam"\), team \("IT"\)/);
  });
});
