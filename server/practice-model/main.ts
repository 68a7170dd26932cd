import { startPracticeModel } from './http-server';

/**
 * The practice model as a process of its own: settings from the environment, one line when it listens, an end on
 * SIGTERM or SIGINT.
 */
const PORT_DEFAULT = 4010;

async function main(): Promise<void> {
  const port = Number(process.env.WAGGLE_PRACTICE_PORT ?? PORT_DEFAULT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('WAGGLE_PRACTICE_PORT needs a port number from 0 to 65535.');
  }
  const server = await startPracticeModel({
    port,
    dataDir: process.env.WAGGLE_DATA_DIR ?? '.data',
    // Loopback unless an operator says otherwise, as in a container of its own.
    host: process.env.WAGGLE_PRACTICE_HOST ?? '127.0.0.1',
  });
  process.stdout.write(`practice model listening on ${server.url}\n`);
  const end = () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

main().catch((error: NodeJS.ErrnoException) => {
  const sentence =
    error.code === 'EADDRINUSE'
      ? 'The port of the practice model is taken; set WAGGLE_PRACTICE_PORT to a free one.'
      : error.message;
  process.stderr.write(`practice model: ${sentence}\n`);
  process.exit(1);
});
