/**
 * Keeps one program for the process that started this one: whatever way that process ends, the channel to it closes, and
 * the program ends with all that it started. The program is of any language, so it cannot watch the channel itself.
 */
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const kept = spawn(program, args, { detached: true, stdio: 'ignore' });

function endGroup() {
  if (kept.pid === undefined) return;
  try {
    process.kill(-kept.pid, 'SIGKILL');
  } catch (error) {
    // There is no process left.
    if (error.code !== 'ESRCH') throw error;
  }
}

kept.once('spawn', () => process.connected && process.send({ pid: kept.pid }));
kept.once('error', () => process.exit(127));
kept.once('exit', (code) => {
  endGroup();
  process.exit(code ?? 1);
});
process.once('disconnect', endGroup);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endGroup);
