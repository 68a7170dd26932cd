import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningStart, takeRunLock } from '@/server/commands/run-lock';
import { isAlive } from '@/server/db/postgres-process';

describe('the note of a running start', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-lock-'));
    file = path.join(folder, 'running.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const change = (edit: (note: { owner: { pid: number; began: string } }) => void) => {
    const note = JSON.parse(readFileSync(file, 'utf8'));
    edit(note);
    writeFileSync(file, JSON.stringify(note));
  };
  const quiet = () => undefined;

  it('keeps a second start out while the first lives, in one sentence', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      const lock = await takeRunLock(folder, quiet);
      lock.noteChildren([{ name: 'other', pid: other.pid ?? 0 }]);
      const { children } = JSON.parse(readFileSync(file, 'utf8'));
      change((note) => Object.assign(note.owner, children[0]));
      await expect(takeRunLock(folder, quiet)).rejects.toThrow(
        new RegExp(`already runs .* process ${other.pid}: stop it first`),
      );
      expect(runningStart(folder)).toBe(other.pid);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('does not block after a kill -9, nor when the process id was given out again', async () => {
    await takeRunLock(folder, quiet);
    change((note) => Object.assign(note.owner, { pid: process.ppid, began: 'another time' }));
    await takeRunLock(folder, quiet);
    expect(runningStart(folder)).toBe(process.pid);
  });

  it('does not block when it was cut off', async () => {
    writeFileSync(file, '{"owner": {"pi');
    await takeRunLock(folder, quiet);
    expect(runningStart(folder)).toBe(process.pid);
  });

  it('ends the processes that a killed start left behind, and says so', async () => {
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const lock = await takeRunLock(folder, quiet);
    lock.noteChildren([{ name: 'worker', pid: orphan.pid ?? 0 }]);
    change((note) => Object.assign(note.owner, { pid: 2 ** 22 + 1 }));
    const said: string[] = [];
    await takeRunLock(folder, (sentence) => said.push(sentence));
    await expect.poll(() => isAlive(orphan.pid ?? 0)).toBe(false);
    expect(said).toEqual(['Ending what an earlier start left behind: worker.']);
  });

  it('is gone after a clean end', async () => {
    (await takeRunLock(folder, quiet)).release();
    expect(runningStart(folder)).toBeNull();
  });
});
