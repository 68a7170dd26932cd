import { seedWhenQuiet } from '@/server/commands/seed/when-quiet';
import { seedOnce } from '@/server/commands/seed-once';
import { knownSentence } from '@/server/commands/support/known-sentence';
import { config } from '@/server/config/config';
import { migrate } from '@/server/db/migrate';

/** Migrates and seeds the database of DATABASE_URL, for installations that start their processes themselves. */
try {
  await migrate(config().databaseUrl);
  console.log((await seedOnce()).signIn ?? 'The database is ready.');
  await seedWhenQuiet(0, new AbortController().signal);
} catch (error) {
  console.error(knownSentence(error) ?? error);
  process.exitCode = 1;
}
