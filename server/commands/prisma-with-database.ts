import { runPrisma } from '@/server/commands/prisma.mjs';
import { readDataDir } from '@/server/config/config';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';

/** `npm run db:migrate` and its kin: Prisma's command line on DATABASE_URL, or on the embedded Postgres. */
const given = process.env.DATABASE_URL;
const server = given ? null : await startEmbeddedPostgres(readDataDir());
const { status } = runPrisma(process.argv.slice(2), {
  env: { ...process.env, DATABASE_URL: given ?? server?.url },
});
if (server && !server.reused) await server.stop();
process.exitCode = status ?? 1;
