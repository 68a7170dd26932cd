import { AppError } from '@/lib/errors/app-error';
import { makePrismaClient, makeWebBuild } from '@/server/commands/make';

/**
 * `npm run build`: the database client and the production pages, each only when its sources have changed; with the
 * word `client`, the database client alone.
 */
try {
  const isNewClient = await makePrismaClient();
  if (process.argv[2] === 'client') {
    console.log(isNewClient ? 'Generated.' : 'The database client is up to date.');
  } else {
    const isNew = await makeWebBuild((sentence) => console.log(sentence));
    console.log(isNew ? 'Built.' : 'The build is up to date.');
  }
} catch (error) {
  console.error(AppError.is(error) ? error.userMessage : error);
  process.exitCode = 1;
}
