import type { EnvironmentTask } from '@/lib/domain/environment-task';
import { lastWorkdir } from '@/lib/environments/base-image';
import { readDockerfile } from '@/lib/environments/dockerfile-steps';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import type { Sandbox, SandboxFile } from '@/lib/ports/sandbox';
import { AttemptStopped, notJudged } from './attempt-result';

/** The file system of a task, made inside of its sandbox as its Dockerfile says. */
export interface BuiltTree {
  readonly workdir: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface ToBuild {
  readonly task: EnvironmentTask;
  readonly files: readonly ArchivedFile[];
  /** The sandbox begins with an image that was built from this Dockerfile. */
  readonly isBuilt: boolean;
}

const OUTPUT_BYTES_MAX = 100_000;
const decoder = new TextDecoder();

/** @throws AttemptStopped where an instruction cannot be carried out, or fails */
export async function buildTree(sandbox: Sandbox, { task, files, isBuilt }: ToBuild): Promise<BuiltTree> {
  const { definition, workdir: given, variables: own, buildTimeoutSeconds } = task.machine;
  const text = dockerfileOf(task, files);
  if (isBuilt) return { workdir: given ?? lastWorkdir(text) ?? '/', variables: { ...own } };
  const read = readDockerfile(text);
  if (!read.ok)
    throw new AttemptStopped(
      notJudged(
        'unmetNeed',
        'dockerfile',
        `${definition}, line ${read.line} needs a container: ${read.instruction}`,
      ),
    );
  const folder = (definition ?? '').replace(/[^/]*$/, '');
  let workdir = '/';
  const variables: Record<string, string> = {};
  for (const step of read.steps) {
    if (step.kind === 'workdir') workdir = inside(workdir, step.path);
    else if (step.kind === 'env') variables[step.name] = step.value;
    else if (step.kind === 'copy') {
      for (const source of step.sources)
        await sandbox.copyIn(
          copied(files, {
            folder,
            source,
            target: inside(workdir, step.target),
            many: step.sources.length > 1,
          }),
        );
    } else {
      const end = await sandbox.exec({
        argv: ['sh', '-c', `mkdir -p "$0" && cd "$0" && ${step.command}`, workdir],
        ...{
          env: variables,
          cwd: '/',
          timeoutMs: buildTimeoutSeconds * 1000,
          outputBytesMax: OUTPUT_BYTES_MAX,
        },
      });
      if (end.kind !== 'exited' || end.code !== 0)
        throw new AttemptStopped(notJudged('build', end.kind, `${step.command}\n${end.stdout}${end.stderr}`));
    }
  }
  const place = given ?? workdir;
  // Agents and tests of any account write their logs and rewards there.
  const made = 'mkdir -p "$0" /logs/agent /logs/artifacts /logs/verifier && chmod 777 /logs /logs/*';
  await sandbox.exec({ argv: ['sh', '-c', made, place], cwd: '/', timeoutMs: 10_000, outputBytesMax: 1_000 });
  return { workdir: place, variables: { ...variables, ...own } };
}

/** Empty where the task has none. */
export function dockerfileOf({ machine }: EnvironmentTask, files: readonly ArchivedFile[]): string {
  const file = files.find(({ path }) => path === machine.definition);
  return file === undefined ? '' : decoder.decode(file.content);
}

/** An absolute path from one that may be relative to the working folder. */
function inside(workdir: string, path: string): string {
  const joined = path.startsWith('/') ? path : `${workdir}/${path}`;
  const isFolder = /\/\.?$/.test(joined);
  const parts = joined.split('/').filter((part) => part !== '' && part !== '.');
  return `/${parts.join('/')}${isFolder && parts.length > 0 ? '/' : ''}`;
}

interface Copy {
  readonly folder: string;
  readonly source: string;
  readonly target: string;
  readonly many: boolean;
}

/** As Docker copies: the content of a folder into the target, a file to it or into it. */
function copied(files: readonly ArchivedFile[], { folder, source, target, many }: Copy): SandboxFile[] {
  const clean = source.replace(/^\.?\//, '').replace(/\/?\.?$/, '');
  const from = `${folder}${clean}`.replace(/\/$/, '');
  const into = target.replace(/\/$/, '');
  const whole = files.find(({ path }) => path === from);
  if (whole !== undefined) {
    const name = from.slice(from.lastIndexOf('/') + 1);
    return [{ ...whole, path: many || target.endsWith('/') ? `${into}/${name}` : target }];
  }
  const below = from === '' ? '' : `${from}/`;
  const found = files.filter(({ path }) => path.startsWith(below));
  if (found.length === 0)
    throw new AttemptStopped(
      notJudged('build', 'missingFile', `COPY ${source}: the task has no such file or folder.`),
    );
  return found.map((file) => ({ ...file, path: `${into}/${file.path.slice(below.length)}` }));
}
