/**
 * Keeps one `harbor run` for the process that started this one, and writes its output to a file. Asked to end, or once that
 * process is gone, the group of the run gets SIGTERM, upon which Harbor removes its containers, and SIGKILL after the grace.
 * It removes the folder of a run whose process is gone.
 */
import { spawn } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';
import path from 'node:path';

const [folder = '', graceMs = '', program = '', ...args] = process.argv.slice(2);
const output = openSync(path.join(folder, 'output.txt'), 'w');
const kept = spawn(program, args, { cwd: folder, detached: true, stdio: ['ignore', output, output] });
let isLeft = false;

function send(signal) {
  if (kept.pid === undefined) return;
  try {
    process.kill(-kept.pid, signal);
  } catch (error) {
    // There is no process left.
    if (error.code !== 'ESRCH') throw error;
  }
}

function askToEnd() {
  send('SIGTERM');
  setTimeout(() => send('SIGKILL'), Number(graceMs));
}

kept.once('spawn', () => process.connected && process.send({ pid: kept.pid }));
kept.once('error', () => process.exit(127));
kept.once('exit', (code) => {
  send('SIGKILL');
  if (isLeft) rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
process.once('message', askToEnd);
process.once('disconnect', () => {
  isLeft = true;
  askToEnd();
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, askToEnd);
