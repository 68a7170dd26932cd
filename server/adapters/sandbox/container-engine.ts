import type { ToolEnd } from './run-limits';
import { runTool, SETTINGS_FD, type ToolStart } from './tool-run';

/** The command line of docker or podman. */
export interface ContainerEngine {
  readonly name: 'docker' | 'podman';
  readonly command: readonly string[];
}

type More = Partial<Omit<ToolStart, 'argv'>>;

/** Where the command finds its daemon and its settings. */
const OWN_VARIABLES =
  'HOME XDG_RUNTIME_DIR DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY CONTAINER_HOST';
const TIMEOUT_MS = 120_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

export function runEngine(
  engine: ContainerEngine,
  args: readonly string[],
  more: More = {},
): Promise<ToolEnd> {
  return runTool({
    argv: [...engine.command, ...args],
    ...{ stdin: '', timeoutMs: TIMEOUT_MS, outputBytesMax: MESSAGE_BYTES_MAX, signal: undefined },
    environment: ownVariables(),
    kill: async (pid) => {
      process.kill(pid, 'SIGKILL');
    },
    ...more,
  });
}

/** The output, or an error with the complaint. */
export async function askEngine(engine: ContainerEngine, args: readonly string[], more: More = {}) {
  const end = await runEngine(engine, args, more);
  if (end.code === 0) return end.stdout.toString();
  const words = end.stderr.toString().trim().slice(-2_000) || `it ended as ${end.cut ?? end.code}`;
  throw new Error(`${engine.name} ${args[0]}: ${words}`);
}

/**
 * Variables of a program inside: on a descriptor, since other users of the host can read a command line. A value of
 * several lines fits into an argument only.
 */
export function variablesFor(environment: Readonly<Record<string, string>>) {
  const entries = Object.entries(environment);
  const lines = entries.filter(([, value]) => !value.includes('\n'));
  const more = entries.filter(([, value]) => value.includes('\n'));
  return {
    args: [
      ...['--env-file', `/dev/fd/${SETTINGS_FD}`],
      ...more.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ],
    settings: lines.map(([name, value]) => `${name}=${value}\n`).join(''),
  };
}

function ownVariables(): Record<string, string> {
  const found = OWN_VARIABLES.split(' ').map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
