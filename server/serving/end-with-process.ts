import { closeGateway } from './gateway';
import { closeServing } from './serving';

/** Second answers that come in time are not waited for longer than this. */
const MIRROR_MS = 3_000;

/** Writes counts and mirrored answers when this process is told to end; the server ends the process itself. */
export function endServingWithProcess(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());
}

async function close(): Promise<void> {
  await closeGateway(MIRROR_MS);
  await closeServing();
}
