import { execFile } from 'node:child_process';

/** Why the operator's `harbor` command cannot run attempts; null = it answers. Changes nothing. */
const ANSWER_MS = 30_000;

export function harborFault([program = '', ...args]: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...args, '--version'], { timeout: ANSWER_MS }, (error) => {
      if (error === null) return resolve(null);
      const [reason] = error.message.split('\n');
      resolve(
        `${[program, ...args].join(' ')} does not answer (${reason}): install Harbor, or change WAGGLE_HARBOR_COMMAND, or leave it out.`,
      );
    });
  });
}
