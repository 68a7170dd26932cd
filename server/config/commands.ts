import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';

/**
 * The programs that this worker's operator lets runs use, from the JSON file that WAGGLE_COMMANDS names: evaluators, and
 * agents or tool servers where the entry says so. One file, so that no name means two things. Pages and the API know the names only: the
 * program behind a name is set on the worker's own machine (rulings S1).
 *
 *     { "unit-tests": { "argv": ["/opt/checks/run-tests"], "timeoutMs": 60000, "memoryMb": 512, "concurrency": 2 },
 *       "solver": { "use": "agent", "argv": ["/opt/agents/solver"], "memoryMb": 2048, "processes": 256 },
 *       "files": { "use": "mcp", "argv": ["/opt/tools/files", "/srv/desk"], "concurrency": 8 } }
 */
export interface Command {
  /** Program and arguments, as they are: no shell reads them. */
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  /** For all processes of one call together. */
  readonly memoryMb: number;
  /** Calls at once on this worker. */
  readonly concurrency: number;
}

export type Commands = ReadonlyMap<string, Command>;

/** A program for one rollout: an agent, or a server of tools. Its only limit on time is the rollout's deadline. */
export interface AgentProgram extends Omit<Command, 'timeoutMs'> {
  /** For one rollout. */
  readonly processes: number;
}

export type AgentPrograms = ReadonlyMap<string, AgentProgram>;

const name = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'A name is lower-case letters, digits and hyphens.');
const argv = z.array(z.string().min(1)).min(1);
const memoryMb = z.int().min(8).max(1_048_576);
const concurrency = z.int().min(1).max(1024).default(1);
const evaluator = z.strictObject({
  use: z.literal('evaluator').optional(),
  argv,
  timeoutMs: z.int().min(10).max(3_600_000).default(60_000),
  memoryMb: memoryMb.default(512),
  concurrency,
});
const agent = z.strictObject({
  use: z.literal('agent'),
  argv,
  memoryMb: memoryMb.default(2048),
  processes: z.int().min(1).max(100_000).default(256),
  concurrency,
});
const toolServer = agent.extend({ use: z.literal('mcp') });
const file = z.record(name, z.discriminatedUnion('use', [evaluator, agent, toolServer]));

/** The evaluators. No file, no programs. @throws AppError CONFIG_INVALID, naming every fault of the file at once. */
export function readCommands(path: string | null): Commands {
  const programs = Object.entries(readPrograms(path));
  return new Map(
    programs.flatMap(([named, { use, ...rest }]) => ('timeoutMs' in rest ? [[named, rest]] : [])),
  );
}

/** The agents, or the servers of tools; otherwise as `readCommands`. */
export function readAgentPrograms(path: string | null, used: 'agent' | 'mcp' = 'agent'): AgentPrograms {
  const programs = Object.entries(readPrograms(path));
  return new Map(
    programs.flatMap(([named, { use, ...rest }]) =>
      use === used && 'processes' in rest ? [[named, rest]] : [],
    ),
  );
}

function readPrograms(path: string | null): z.output<typeof file> {
  if (path === null) return {};
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = (error as Error).message;
    throw new AppError('CONFIG_INVALID', `WAGGLE_COMMANDS names a file that cannot be read as JSON: ${why}`, {
      cause: error,
    });
  }
  const parsed = file.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: at, message }) => ({ path: at.join('.'), message }));
  const listed = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ');
  throw new AppError('CONFIG_INVALID', `The file of WAGGLE_COMMANDS cannot be used: ${listed}.`, {
    fields: faults,
  });
}
