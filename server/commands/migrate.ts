import { migrate } from '@/server/db/migrate';
import { knownSentence } from './support/known-sentence';
import { openDatabase } from './support/open-database';

/** `npm run db:deploy`: brings the database up to date, the embedded one where no other is named. */
async function main(): Promise<void> {
  const database = await openDatabase();
  try {
    const applied = await migrate(database.url);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(knownSentence(error) ?? error);
  process.exitCode = 1;
}
