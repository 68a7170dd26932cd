import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readTask } from '@/lib/environments/read-task';
import { type TaskFolder, taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import type { Sandboxes, SandboxSpec } from '@/lib/ports/sandbox';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { containerSandboxes, dockerEngine, podmanEngine } from '@/server/adapters/sandbox/container';
import { readPracticeTasks } from '@/server/services/environments/practice-tasks';
import type { TaskSolver } from './attempt-result';
import { attemptTask } from './attempt-task';
import { idleSolver, oracleSolver } from './oracle-solver';

const TIMEOUT_MS = 120_000;
/** The image that practice tasks begin with. */
const IMAGE = 'debian:12-slim';
const FOLDER = taskFolders(readPracticeTasks())[0] as TaskFolder;
const { signal } = new AbortController();

/** The first practice task, its files replaced or added by path. */
function attempt(sandboxes: Sandboxes, solve: TaskSolver, files: Readonly<Record<string, string>> = {}) {
  const encoded = Object.entries(files).map(([path, text]) => ({
    ...{ path, content: new TextEncoder().encode(text), isExecutable: false },
  }));
  const kept = FOLDER.files.filter(({ path }) => files[path] === undefined);
  const folder = { ...FOLDER, files: [...kept, ...encoded] };
  const read = readTask(taskFilesOf(folder));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return attemptTask({ sandboxes, task: read.task, files: folder.files, solve, signal });
}

const ONLY_DOCUMENT = 'network_mode = "no-network"\n';
const published = (image: string) => ({
  'task.toml': `schema_version = "1.3"\n[environment]\n${ONLY_DOCUMENT}docker_image = "${image}"\n`,
});

const whyNot = await bubblewrapSandboxes.whyNot();
describe.skipIf(whyNot !== null)(
  `attempts where sandboxes are containers, played by bubblewrap${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    const roots: SandboxSpec['root'][] = [];
    const played: Sandboxes = {
      ...bubblewrapSandboxes,
      name: 'docker',
      start(spec) {
        roots.push(spec.root);
        return bubblewrapSandboxes.start({ ...spec, root: { kind: 'host' } });
      },
    };

    it('begin with the image of the Dockerfile, which is then carried out', async () => {
      roots.length = 0;
      const result = await attempt(played, oracleSolver(FOLDER.files));
      expect(result).toMatchObject({ kind: 'judged', reward: 1 });
      expect(roots).toEqual([{ kind: 'image', name: IMAGE }]);
    });

    it('begin with the published image as it is, in its working folder', async () => {
      roots.length = 0;
      let place = '';
      await attempt(
        played,
        async ({ sandbox, workdir }) => {
          const argv = ['ls', '/app'];
          const end = await sandbox.exec({ argv, cwd: '/', timeoutMs: 5_000, outputBytesMax: 1_000 });
          place = `${workdir} ${end.stdout}`;
        },
        published('tasks/first:1'),
      );
      expect(roots).toEqual([{ kind: 'image', name: 'tasks/first:1' }]);
      // Nothing was copied: the image has it already.
      expect(place).toBe('/app ');
    });

    it('are not begun where the Dockerfile names no image', async () => {
      const result = await attempt(played, idleSolver, { 'environment/Dockerfile': 'FROM scratch\n' });
      expect(result).toMatchObject({ kind: 'notJudged', phase: 'unmetNeed', code: 'dockerfile' });
    });

    it('carry out the Dockerfile of a published image where they are no containers', async () => {
      const files = published('tasks/first:1');
      expect(await attempt(bubblewrapSandboxes, oracleSolver(FOLDER.files), files)).toMatchObject({
        reward: 1,
      });
    });
  },
);

for (const engine of [dockerEngine, podmanEngine]) {
  const [command = '', ...args] = [...engine.command, 'image', 'inspect', IMAGE];
  const isThere = spawnSync(command, args, { timeout: 10_000 }).status === 0;
  const only = isThere ? '' : ` (not run: no ${engine.name} works here, or it has no image ${IMAGE})`;
  describe.runIf(isThere)(`attempts in containers of ${engine.name}${only}`, () => {
    const sandboxes = containerSandboxes(engine);
    it('give the solution 1 and an agent that does nothing 0', { timeout: TIMEOUT_MS }, async () => {
      expect(await attempt(sandboxes, oracleSolver(FOLDER.files))).toMatchObject({ reward: 1 });
      expect(await attempt(sandboxes, idleSolver)).toMatchObject({ reward: 0 });
    });
  });
}
