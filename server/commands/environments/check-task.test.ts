import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTask } from '@/lib/environments/read-task';
import { describeTask } from './describe-task';
import { readTaskFolder } from './task-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'task-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
}

describe('the check of a task', () => {
  it('reads a folder and names each need with its place', () => {
    write({
      'task.toml': '[environment]\ngpus = 1\nnetwork_mode = "no-network"',
      'instruction.md': 'Say hello.',
      'environment/Dockerfile': 'FROM debian',
      'tests/test.sh': 'true',
    });
    const files = readTaskFolder(folder);
    const read = typeof files === 'string' ? undefined : readTask(files);
    const lines = read?.ok === true ? describeTask(read.task) : [];
    expect(lines.some((line) => line.includes('gpu (task.toml, environment.gpus)'))).toBe(true);
    expect(lines.some((line) => line.includes('dockerfile (environment/Dockerfile)'))).toBe(true);
  });

  it('says why a folder cannot be read', () => {
    expect(readTaskFolder(path.join(folder, 'none'))).toContain('none');
    expect(readTaskFolder(folder)).toContain('no file');
  });
});
