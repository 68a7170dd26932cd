import { runPrisma } from '@/server/commands/prisma.mjs';
import { readDataDir } from '@/server/config/config';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';

/** `npm run db:migrate` and its kin: Prisma's command line on DATABASE_URL, or on the embedded Postgres. */
const given = process.env.DATABASE_URL;
const server = given ? null : await startEmbeddedPostgres(readDataDir());
const url = given ?? server?.url;
const args = process.argv.slice(2);
// Prisma would ask to reset a database that still has the migrations before the squash.
if (url !== undefined && args[1] === 'dev') await migrate(url);
const { status } = runPrisma(args, { env: { ...process.env, DATABASE_URL: url } });
if (server && !server.reused) await server.stop();
process.exitCode = status ?? 1;
