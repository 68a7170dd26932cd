import type { Readable, Writable } from 'node:stream';

/** A run in a sandbox that has been started: its outputs are taken within limits, and it is ended where it passes one. */
export interface Running {
  /** Null where it could not be started. */
  readonly pid: number | null;
  /** Null where it gets no input. */
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its exit code where there is one. Rejects where it could not be started. */
  readonly exited: Promise<number | null>;
}

export interface RunLimits {
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
  readonly signal: AbortSignal | undefined;
  /** Called once it runs; the result ends the run early, and is not asked again. */
  readonly watch?: (pid: number, end: (cut: ToolCut) => void) => () => void;
  /** Ends all that the run has started. Resolves once it is gone. */
  readonly kill: (pid: number) => Promise<void>;
}

export type ToolCut = 'timeout' | 'overOutput' | 'stop' | 'memory' | 'processes';

export interface ToolEnd {
  /** Null where it could not be started. */
  readonly pid: number | null;
  readonly cut: ToolCut | null;
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** A program left running may hold the outputs open: they are read for so long after the exec itself has ended. */
const DRAIN_MS = 20;
const DRAINS_MAX = 10;

export async function follow(
  running: Running,
  input: string | Uint8Array,
  limits: RunLimits,
): Promise<ToolEnd> {
  const { pid, stdin, stdout, stderr } = running;
  const outputs = [stdout, stderr];
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let killing: Promise<void> = Promise.resolve();
  let tellFailure: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    tellFailure = reject;
  });
  let bytes = 0;
  let cut: ToolCut | null = null;

  const hangUp = () => {
    for (const pipe of outputs) pipe.destroy();
  };
  const end = (why: ToolCut) => {
    if (cut !== null) return;
    cut = why;
    if (pid !== null) killing = limits.kill(pid);
    killing.then(hangUp, tellFailure);
  };
  const take = (from: 'stdout' | 'stderr') => (chunk: Buffer) => {
    const room = Math.max(0, limits.outputBytesMax - bytes);
    bytes += chunk.length;
    if (room > 0) kept[from].push(chunk.subarray(0, room));
    if (bytes > limits.outputBytesMax) end('overOutput');
  };
  const onAbort = () => end('stop');
  const timer = setTimeout(() => end('timeout'), limits.timeoutMs);
  const unwatch = pid === null ? undefined : limits.watch?.(pid, end);
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  if (limits.signal?.aborted) onAbort();

  stdout.on('data', take('stdout'));
  stderr.on('data', take('stderr'));
  // A program that never reads its input ends by its own exit code.
  stdin?.on('error', () => undefined).end(input);
  const closed = Promise.all(outputs.map(isClosed));

  const untilGone = async () => {
    const code = await running.exited;
    stdin?.destroy();
    let [seen, looks] = [-1, 0];
    const drain = setInterval(() => {
      looks += 1;
      if (bytes === seen || looks > DRAINS_MAX) hangUp();
      seen = bytes;
    }, DRAIN_MS);
    await closed;
    clearInterval(drain);
    return code;
  };
  const taken = (code: number | null, started: number | null): ToolEnd => ({
    ...{ pid: started, cut, code },
    stdout: Buffer.concat(kept.stdout),
    stderr: Buffer.concat(kept.stderr),
  });
  try {
    const code = await Promise.race([untilGone(), failure]);
    await killing;
    return taken(code, pid);
  } catch (error) {
    kept.stderr.push(Buffer.from((error as Error).message));
    return taken(null, null);
  } finally {
    clearTimeout(timer);
    unwatch?.();
    limits.signal?.removeEventListener('abort', onAbort);
  }
}

/** A short run may have closed its outputs before it is followed. */
function isClosed(pipe: Readable): Promise<unknown> {
  return pipe.closed ? Promise.resolve() : new Promise((resolve) => pipe.once('close', resolve));
}
