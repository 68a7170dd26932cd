/**
 * A worker that holds a sandbox with a program running in it until it is killed. Its line of output: the number of the
 * sandbox's name space of processes, and its own number.
 */
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';

const LIMITS = { timeoutMs: 60_000, outputBytesMax: 10_000 };

const sandbox = await bubblewrapSandboxes.start({
  root: { kind: 'host' },
  ...{ writableBytesMax: 1 << 24, memoryBytesMax: 1 << 28, processesMax: 32 },
  ...{ workingFolder: '/work', environment: {} },
});
const script = 'setsid sleep 3600 > log 2>&1 & readlink /proc/self/ns/pid';
const end = await sandbox.exec({ argv: ['sh', '-c', script], ...LIMITS });
// One more that is running when its worker is killed.
sandbox.exec({ argv: ['sh', '-c', 'sleep 3600'], ...LIMITS, timeoutMs: 3_600_000 });
console.log(JSON.stringify({ space: end.stdout.trim(), pid: process.pid }));
setInterval(() => undefined, 60_000);
