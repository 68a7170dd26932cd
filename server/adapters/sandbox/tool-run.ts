import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newName } from './leftovers';
import { follow, type RunLimits, type Running, type ToolEnd } from './run-limits';

/** One run of a tool of the host that works on a sandbox, or that runs a program in one. */
export interface ToolStart extends RunLimits {
  readonly argv: readonly string[];
  readonly stdin: string | Uint8Array;
  /** For the tool itself, on a descriptor of its own. */
  readonly settings?: string;
  /** Absent = none of the worker's: what is meant for a sandbox would reach tools that have the worker's rights. */
  readonly environment?: Readonly<Record<string, string>>;
}

export const SETTINGS_FD = 3;
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

export async function runTool(start: ToolStart): Promise<ToolEnd> {
  return follow(startTool(start), start.stdin, start);
}

function startTool(start: ToolStart): Running {
  const [program = '', ...args] = start.argv;
  const environment: Record<string, string> = { ...ENVIRONMENT, ...start.environment };
  const settings = openSettings(start.settings ?? '');
  const child = spawn(program, args, {
    cwd: '/',
    env: environment as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe', settings],
  });
  closeSync(settings);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const { stdin, stdout, stderr } = child;
  return { pid: child.pid ?? null, ...{ stdin, stdout, stderr }, exited } as Running;
}

/**
 * A file whose name is gone at once, or with a later start where its maker is killed in between; open at its start, since
 * some tools open the descriptor anew, which a pipe of Node does not allow.
 */
function openSettings(text: string): number {
  const at = path.join(os.tmpdir(), `${newName()}-${randomUUID()}`);
  const file = openSync(at, 'wx+', 0o600);
  unlinkSync(at);
  writeSync(file, text, 0);
  return file;
}
