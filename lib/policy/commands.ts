import { AppError } from '@/lib/errors/app-error';

/** A program is named by a worker's operator; a run that needs an unknown one is refused (rulings S1). */
export function assertCommandKnown(command: string, known: readonly string[]): void {
  if (known.includes(command)) return;
  const there =
    known.length === 0 ? 'No worker that is alive names any.' : `Live workers name: ${known.join(', ')}.`;
  throw new AppError('COMMAND_UNKNOWN', `No live worker knows the program ${command}. ${there}`, {
    context: { command },
    howToProceed: [
      'Name the program in the file of WAGGLE_COMMANDS of a worker, and start that worker again.',
      'Or choose a task whose program a worker knows.',
    ],
  });
}
