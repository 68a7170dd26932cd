import { forgetConfig } from '@/server/config/config';
import type { TestDatabase } from '@/server/db/testing/test-database';

/** Points the settings of this test process at a test's database, for code that takes its connections from them. */
export function asEnvironment(database: TestDatabase): void {
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    WAGGLE_SECRET: 'a secret of the tests, long enough to be taken',
    LOG_LEVEL: 'silent',
  });
  forgetConfig();
}
