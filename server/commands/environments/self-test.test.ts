import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { selfTest } from './self-test';

const whyNot = await bubblewrapSandboxes.whyNot();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tasks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A task that says nothing of the network, and so may use the internet. */
const TASK = {
  'task.toml': 'schema_version = "1.3"',
  'instruction.md': 'Write done to /app/state.',
  'environment/Dockerfile': 'FROM debian\nWORKDIR /app',
  'tests/test.sh':
    'grep -qx done /app/state && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt',
  'solution/solve.sh': 'echo done > /app/state',
};

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
}

describe.skipIf(whyNot !== null)(
  `the self-test of tasks${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it('refuses a task that may use the internet, and tries it without one where asked', async () => {
      write(TASK);
      const refused = await selfTest({ folder, lanes: 1, withoutNetwork: false });
      expect(refused.isSound).toBe(false);
      expect(refused.lines[0]).toContain('unmetNeed');
      const tried = await selfTest({ folder, lanes: 1, withoutNetwork: true });
      expect(tried).toMatchObject({
        isSound: true,
        lines: ['.: doing nothing 0, solution 1', expect.any(String)],
      });
    }, 60_000);

    it('calls no task sound that has no solution', async () => {
      const { 'solution/solve.sh': _, ...files } = TASK;
      write(files);
      const { lines, isSound } = await selfTest({ folder, lanes: 1, withoutNetwork: true });
      expect({ isSound, line: lines[0] }).toEqual({
        isSound: false,
        line: expect.stringContaining('no solution'),
      });
    }, 60_000);
  },
);
