import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeWorldClient } from '@/server/adapters/appworld/world-client';
import { makeWorldPool } from '@/server/adapters/appworld/world-pool';
import { fakeCommand } from '@/server/adapters/testing/appworld/fake-command';
import { openFakeServer } from '@/server/adapters/testing/appworld/open-fake-server';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { freePort } from '@/server/config/ports';
import { checkServer } from './check-server';
import { metricsLines, solveTasks } from './solve-tasks';

const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-appworld-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const block = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const CURATED =
  '{"reasoning": "r", "operations": [{"type": "ADD", "section": "others", "content": "Count twice."}]}';
/** Right for one of the two counting tasks and for no other. */
const answerTo = (prompt: string): string => {
  if (prompt.includes('You are the reflector.')) return 'A lesson.';
  if (prompt.includes('You are the curator.')) return CURATED;
  return block(
    prompt.includes('"ferry"')
      ? 'apis.supervisor.complete_task(answer=2)'
      : 'apis.supervisor.complete_task()',
  );
};

describe('the command for AppWorld servers', () => {
  it('checks a server by an idle agent, and names the fault of one that has no such task', async () => {
    const server = await openFakeServer();
    const world = makeWorldClient({ url: server.url, allowedAddresses: ['127.0.0.1'] });
    const good = await checkServer(world, '0b0e002_1');
    expect(good).toMatchObject({ good: true, lines: { length: 5 } });
    // Texts of a benchmark are not for logs.
    expect(good.lines.join()).not.toContain('crowns');
    expect(await checkServer(world, '0f0f0f0_1')).toMatchObject({ good: false, lines: { length: 2 } });
    await world.disconnect();
    await server.close();
  });

  it('fails the check of a server that rewards an idle agent', async () => {
    const output = {
      success: false,
      difficulty: 1,
      num_tests: 2,
      passes: [{ requirement: 'r', label: 'no_op_fail' }],
      failures: [],
    };
    const server = await openFakeServer(0, (path) =>
      path === '/evaluate' ? { status: 200, body: { output } } : undefined,
    );
    const world = makeWorldClient({ url: server.url, allowedAddresses: ['127.0.0.1'] });
    expect(await checkServer(world, '0b0e002_1')).toMatchObject({ good: false, lines: { length: 5 } });
    await world.disconnect();
    await server.close();
  });

  it('counts a task whose world or model is lost as missing, and reports the others', async () => {
    const server = await openFakeServer(0, (path, body) =>
      path === '/initialize' && JSON.stringify(body).includes('0b0e002_3')
        ? { status: 500, body: null }
        : undefined,
    );
    const servers = { kind: 'addresses', urls: [server.url], allowedAddresses: ['127.0.0.1'] } as const;
    const told: string[] = [];
    const tell = (line: string) => told.push(line);
    const pool = makeWorldPool({ servers, tell });
    const results = await solveTasks({
      ...{ pool, tell, playbook: '', stepsMax: 3, taskIds: ['0a0e001_1', '0b0e002_1', '0b0e002_3'] },
      async ask(messages) {
        const prompt = messages.map(({ content }) => content).join('\n');
        if (prompt.includes('12 crowns')) throw new Error('the endpoint is away');
        return { text: answerTo(prompt) };
      },
    });
    expect(results.map(({ success }) => success)).toEqual([true, null, null]);
    expect(metricsLines(results)[0]).toContain('TGC 100 % (n = 1, 2 missing, 33.3 to 100 %)');
    expect(told).toHaveLength(3);
    await pool.close();
    await server.close();
  });

  it('solves, learns and reports on servers that it starts itself', async () => {
    interface Body {
      readonly messages: readonly { readonly content: string }[];
    }
    const endpoint = await openLoopbackServer<Body>(({ body }, response) => {
      const content = answerTo(body.messages.map((message) => message.content).join('\n'));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
    });
    const port = await freePort();
    const command = fakeCommand([port]);
    const [tasks, playbook] = [path.join(folder, 'dev.txt'), path.join(folder, 'playbook.md')];
    writeFileSync(tasks, '0a0e001_1\n0a0e001_2:hard\n\n');
    const argv = command.kind === 'command' ? command.argv : [];
    const flags = {
      '--start': argv.join(' '),
      '--ports': `${port}-${port}`,
      '--tasks': tasks,
      '--model-url': new URL(endpoint.url).origin,
      '--model': 'scripted',
      '--playbook': playbook,
    };
    const script = path.resolve(import.meta.dirname, '../appworld.ts');
    const args = ['--import', 'tsx', script, 'solve', '--learn', ...Object.entries(flags).flat()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    for await (const part of child.stdout.setEncoding('utf8')) printed += part;
    await endpoint.close();
    expect(printed).toContain('TGC 50 % (n = 2)\tSGC 0 % (n = 1)');
    expect(printed).not.toContain('ferry');
    const learned = readFileSync(playbook, 'utf8');
    expect(learned).toContain('[misc-00001] Count twice.\n[misc-00002] Count twice.');
  });
});
