import { AppError } from '@/lib/errors/app-error';
import { seedWhenQuiet } from '@/server/commands/seed/when-quiet';
import { seedOnce } from '@/server/commands/seed-once';
import { config } from '@/server/config/config';
import { migrate } from '@/server/db/migrate';

/** Migrates and seeds the database of DATABASE_URL, for installations that start their processes themselves. */
try {
  await migrate(config().databaseUrl);
  console.log((await seedOnce()).signIn ?? 'The database is ready.');
  await seedWhenQuiet(0, new AbortController().signal);
} catch (error) {
  console.error(AppError.is(error) ? error.userMessage : error);
  process.exitCode = 1;
}
