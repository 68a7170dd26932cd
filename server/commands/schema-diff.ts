import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runPrisma } from '@/server/commands/prisma.mjs';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';

/**
 * `npm run db:diff`: do the migrations, replayed on an empty database, end in the schema? Ends with 1 and the
 * missing statements where they do not. Uses a throw-away Postgres unless TEST_DATABASE_URL names one.
 */
const DIFFER = 2;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-diff-'));
const given = process.env.TEST_DATABASE_URL;
const server = given ? null : await startEmbeddedPostgres(folder, { settings: { fsync: 'off' } });
try {
  const env = { ...process.env, DATABASE_URL: given ?? server?.url };
  const args = [
    'migrate',
    'diff',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    'prisma/schema.prisma',
    '--script',
    '--exit-code',
  ];
  const { status, stdout, stderr } = runPrisma(args, { env, stdio: 'pipe' });
  // The command line ends with 0 where its engine died amid the work, then without the script of a comparison.
  const isSame = status === 0 && stdout.includes('This is an empty migration');
  if (isSame) console.log('Schema and migrations agree.');
  else {
    console.error(`${stderr}${stdout}`.trim());
    console.error(
      status === DIFFER
        ? 'Schema and migrations differ: add the statements above as a migration (npm run db:migrate -- --name what-changed).'
        : 'Schema and migrations could not be compared: see the error above.',
    );
  }
  process.exitCode = isSame ? 0 : 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
