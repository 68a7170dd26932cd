import { AppError } from '@/lib/errors/app-error';
import { readDataDir } from '@/server/config/config';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';

/** `npm run db:deploy`: brings the database up to date, the embedded one where no other is named. */
async function main(): Promise<void> {
  const given = process.env.DATABASE_URL;
  const server = given ? null : await startEmbeddedPostgres(readDataDir());
  try {
    const applied = await migrate(given ?? server?.url ?? '');
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    // One that was found running belongs to whoever started it.
    if (server && !server.reused) await server.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(AppError.is(error) ? error.userMessage : error);
  process.exitCode = 1;
}
