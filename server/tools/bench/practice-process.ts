import { spawn } from 'node:child_process';
import type { Example } from '@/lib/domain/example';
import { freePort } from '@/server/config/ports';

/** The practice model in a process of its own, as it runs beside the product, with the answer key of some examples. */
export interface PracticeProcess {
  readonly url: string;
  register(examples: readonly Example[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startPractice(dataDir: string): Promise<PracticeProcess> {
  const port = await freePort();
  const args = ['--import', 'tsx', 'server/practice-model/main.ts'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, WAGGLE_PRACTICE_PORT: String(port), WAGGLE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The practice model ended with code ${code}.`)));
    child.stdout?.once('data', () => resolve());
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async register(examples) {
      const entries = examples.map(({ id, question, expected, groupKey }) => ({
        question,
        expected,
        exampleId: id,
        groupKey,
      }));
      const body = JSON.stringify({ profile: 'formula', entries });
      const reply = await fetch(`${url}/practice/answer-keys/bench`, { method: 'PUT', body });
      if (!reply.ok) throw new Error(`The answer key was refused: ${await reply.text()}`);
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
