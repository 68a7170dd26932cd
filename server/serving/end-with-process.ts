import { closeServing } from './serving';

/** What was counted is written when this process is told to end; whoever serves ends the process itself. */
export function endServingWithProcess(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void closeServing());
}
