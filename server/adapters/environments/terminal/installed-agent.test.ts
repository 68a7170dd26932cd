import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { agentJob } from '@/server/adapters/testing/agent-job';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { AttemptStopped } from '../attempt-result';
import { openProxySocket } from './proxy-socket';
import { runInstalledAgent } from './run-installed-agent';

const whyNot = await bubblewrapSandboxes.whyNot();
const SOCKET = '/run/proxy.sock';
/** Asks the address with a body in the way of an SDK, with nothing but bash; prints status line and body. */
const ASK = `ask() { # address, body
  rest=\${1#http://}; at=\${rest%%/*}; path=/\${rest#*/}
  exec 5<> "/dev/tcp/\${at%:*}/\${at#*:}" || return
  printf 'POST %s HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nAuthorization: Bearer %s\\r\\nContent-Length: %s\\r\\n\\r\\n%s' \\
    "$path" "$WAGGLE_API_KEY" "\${#2}" "$2" >&5
  cat <&5
}
`;

describe.skipIf(whyNot !== null)(
  `an installed agent in bubblewrap${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    const ends: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });

    async function run(command: string, seconds = 60, shownAt = SOCKET) {
      const upstream = await openLoopbackServer<{ n: number }>((asked, response) => {
        response.end(JSON.stringify({ said: `answer ${asked.body.n}` }));
      });
      ends.push(upstream.close);
      const base = `${new URL(upstream.url).origin}/r/ro_testrollout/1`;
      const model = {
        ...{ name: 'task', apiKey: 'wgr_test' },
        ...{ openaiBaseUrl: `${base}/openai/v1`, anthropicBaseUrl: `${base}/anthropic` },
      };
      const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-agent-'));
      chmodSync(folder, 0o711);
      ends.push(async () => rmSync(folder, { recursive: true, force: true }));
      const hostPath = path.join(folder, 'proxy.sock');
      const socket = await openProxySocket({ hostPath, base: new URL(base) });
      const sandbox = await bubblewrapSandboxes.start({
        ...{ root: { kind: 'host' }, workingFolder: '/app', environment: {}, processesMax: 64 },
        ...{ writableBytesMax: 32 << 20, memoryBytesMax: 256 << 20 },
        socket: { hostPath, path: SOCKET },
      });
      ends.push(() => sandbox.stop());
      const { signal } = new AbortController();
      const place = { sandbox, workdir: '/app', user: undefined, signal, variables: { TASKS: 'own' } };
      const job = agentJob({ model, deadlineSeconds: seconds });
      const found = await runInstalledAgent({ place, command, job, proxySocketPath: shownAt }).finally(() =>
        socket.close(),
      );
      expect(existsSync(hostPath)).toBe(false);
      return { found, asked: upstream.asked, sandbox };
    }

    it('finds its job and the model, and works in the task folder', async () => {
      const command = `${ASK}
        ask "$WAGGLE_OPENAI_BASE_URL/chat/completions" '{"n":1}' > one
        ask "$WAGGLE_ANTHROPIC_BASE_URL/v1/messages" '{"n":2}' > two
        grep -o 'Count carefully' "$WAGGLE_JOB"; echo "$TASKS $PWD"; tail -n 1 one; echo; tail -n 1 two`;
      const { found, asked } = await run(command);
      const text = 'Count carefully\nown /app\n{"said":"answer 1"}\n{"said":"answer 2"}';
      expect(found).toEqual({ end: 'exited', code: 0, outcome: null, text });
      expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer wgr_test'));
    });

    it('reaches no address but those of its attempt', async () => {
      const others = [
        ...['/r/ro_testrollout/2/openai/v1', '/r/ro_testrollout/1/../2/x', '/r/ro_testrollout/1/%2e%2e/2/x'],
        ...['/', '/r/ro_testrollout/1//x', '/r/ro_testrollout/10/x'],
      ];
      const command = `${ASK}
        origin=$(cut -d / -f 1-3 <<< "$WAGGLE_OPENAI_BASE_URL")
        for path in ${others.join(' ')}; do ask "$origin$path" '{"n":1}' | head -n 1 | cut -d ' ' -f 2; done`;
      const { found, asked } = await run(command);
      expect([found.text.split('\n'), asked]).toEqual([Array(others.length).fill('403'), []]);
    });

    it('has its outcome taken without the reward that it gives itself', async () => {
      const outcome = {
        ...{ version: 'waggle.rollout/1', rolloutId: 'ro_testrollout', attempt: 1, status: 'completed' },
        ...{ output: { text: 'done' }, reward: { value: 1, source: 'environment' } },
      };
      const { found } = await run(`echo working; echo '${JSON.stringify(outcome)}'`);
      expect(found).toMatchObject({ text: 'done', outcome: { status: 'completed', reward: null } });
      const other = JSON.stringify({ ...outcome, attempt: 2 });
      expect((await run(`echo '${other}'; exit 3`)).found).toEqual({
        ...{ end: 'exited', code: 3, outcome: null, text: other },
      });
    });

    it('is ended at its time limit, and what it left stays for the tests', async () => {
      const { found, sandbox } = await run('echo begun > left; echo begun; sleep 3600', 2);
      expect(found).toEqual({ end: 'timeout', code: null, outcome: null, text: 'begun' });
      const left = { argv: ['cat', '/app/left'], timeoutMs: 60_000, outputBytesMax: 100 };
      expect(await sandbox.exec(left)).toMatchObject({ stdout: 'begun\n' });
    });

    it('is not started, and nothing is judged, where the proxy cannot be reached', async () => {
      await expect(run('true', 60, '/run/nothing.sock')).rejects.toBeInstanceOf(AttemptStopped);
    });
  },
);
