import { spawn } from 'node:child_process';

/** The stub endpoint in a process of its own, so that its CPU is not counted as the client's. */
export interface StubProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startStub(
  delayMs = 0,
  script = 'server/tools/bench/stub-server.mjs',
  env: Readonly<Record<string, string>> = {},
): Promise<StubProcess> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, WAGGLE_STUB_DELAY_MS: String(delayMs) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The stub ended with code ${code}.`)));
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
