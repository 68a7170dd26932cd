import { WORLD_SETTINGS } from '@/lib/environments/appworld/protocol';
import { CodeFault } from './code-fault';
import { failedWith, runCode, type Session } from './run-code';
import { townApis } from './town';
import type { TownTask } from './town-tasks';

/** A server that speaks the protocol of an AppWorld environment server, with worlds of our own. Holds one world. */
export interface FakeAppWorld {
  answer(request: { readonly method: string; readonly path: string; readonly body: unknown }): FakeAnswer;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
}

const WELCOME =
  'Welcome to AppWorld Server! Checkout /redoc or /docs for FastAPI documentation of this Server.';
const NO_CODE = 'No code available to execute.';

interface Active {
  readonly task: TownTask;
  readonly interactionsMax: number;
  readonly variables: Session['variables'];
  readonly timeoutSeconds: number;
  readonly saved: Map<string, TownTask['start']>;
  state: TownTask['start'];
  interactions: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that each operation needs, all texts. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  '/initialize': ['task_id'],
  '/execute': ['task_id', 'code'],
  '/task_completed': ['task_id'],
  '/evaluate': ['task_id'],
  '/save_logs': ['task_id'],
  '/save_state': ['task_id', 'state_id'],
  '/load_state': ['task_id', 'state_id'],
  '/close': ['task_id'],
  '/close_all': [],
};

export function fakeAppWorld(tasks: readonly TownTask[]): FakeAppWorld {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  let active: Active | null = null;

  function answer({ method, path, body }: Parameters<FakeAppWorld['answer']>[0]): FakeAnswer {
    if (method === 'GET') return page(path);
    const needs = Object.hasOwn(NEEDS, path) ? NEEDS[path] : undefined;
    if (method !== 'POST' || needs === undefined) return { status: 404, body: { detail: 'Not Found' } };
    const fields: Fields = typeof body === 'object' && body !== null ? { ...body } : {};
    const missing = needs.filter((name) => typeof fields[name] !== 'string');
    if (missing.length > 0) {
      const detail = missing.map((name) => ({ loc: ['body', name], msg: 'field required', type: 'missing' }));
      return { status: 422, body: { detail } };
    }
    if (path === '/close_all') {
      active = null;
      return output(null);
    }
    if (path === '/initialize') return initialize(fields);
    if (active === null) return { status: 400, body: { detail: 'AppWorld has not been initialized.' } };
    const { id } = active.task;
    if (id !== fields.task_id) {
      const detail = `The active task world is ${id}. But you have requested to operate on ${fields.task_id}`;
      return { status: 400, body: { detail } };
    }
    return onWorld(active, path, fields);
  }

  function page(path: string): FakeAnswer {
    if (path === '/') return { status: 200, body: { message: WELCOME } };
    const task = path.startsWith('/tasks/')
      ? byId.get(decodeURIComponent(path.slice('/tasks/'.length)))
      : undefined;
    if (task !== undefined) return output(shown(task));
    return { status: path.startsWith('/tasks/') ? 500 : 404, body: { detail: 'Not Found' } };
  }

  function initialize(fields: Fields): FakeAnswer {
    const task = byId.get(String(fields.task_id));
    if (task === undefined) return { status: 500, body: 'Internal Server Error' };
    active = {
      task,
      interactionsMax: Number(fields.max_interactions ?? WORLD_SETTINGS.max_interactions),
      timeoutSeconds: Number(fields.timeout_seconds ?? WORLD_SETTINGS.timeout_seconds),
      variables: new Map(),
      saved: new Map(),
      state: structuredClone(task.start),
      interactions: 0,
    };
    return output(shown(task));
  }

  return { answer };
}

function onWorld(active: Active, path: string, fields: Fields): FakeAnswer {
  switch (path) {
    case '/execute':
      return output(execute(active, String(fields.code)));
    case '/task_completed':
      return output(active.state.completed !== null);
    case '/evaluate':
      return evaluate(active, fields);
    case '/save_state':
      active.saved.set(String(fields.state_id), structuredClone(active.state));
      return output(fields.state_id);
    case '/load_state': {
      const saved = active.saved.get(String(fields.state_id));
      if (saved === undefined) return { status: 500, body: 'Internal Server Error' };
      active.state = structuredClone(saved);
      return output(null);
    }
    default:
      return output(null);
  }
}

function execute(active: Active, code: string): string {
  if (code.trim() === '') return NO_CODE;
  const { interactionsMax, variables, timeoutSeconds } = active;
  if (active.interactions >= interactionsMax)
    return failedWith(
      1,
      null,
      new CodeFault('Exception', `Maximum number of executions (${interactionsMax}) reached.`),
    );
  active.interactions += 1;
  return runCode(code, { variables, timeoutSeconds, apis: townApis(active.state) });
}

/** Labels as the benchmark gives them: by whether a world in which nothing was done passes the test. */
function evaluate({ task, state }: Active, fields: Fields): FakeAnswer {
  const passes: Fields[] = [];
  const failures: Fields[] = [];
  for (const { requirement, source, fault } of task.tests) {
    const label = fault(task.start, task.start) === null ? 'no_op_pass' : 'no_op_fail';
    const reason = fault(state, task.start);
    const trace = `\`\`\`python\n${source}\n\`\`\`\n----------\nAssertionError: ${reason}`;
    if (reason === null) passes.push({ requirement, label });
    else failures.push({ requirement, trace, label });
  }
  if (fields.suppress_errors === false && failures.length > 0)
    return { status: 500, body: 'Internal Server Error' };
  const tests = task.tests.length;
  if (fields.report === true)
    return output(
      `Num Passed Tests : ${passes.length}\nNum Failed Tests : ${failures.length}\nNum Total  Tests : ${tests}`,
    );
  const { difficulty } = task;
  return output({ success: failures.length === 0, difficulty, num_tests: tests, passes, failures });
}

const output = (value: unknown): FakeAnswer => ({ status: 200, body: { output: value } });

const shown = ({ id, instruction, supervisor, datetime }: TownTask) => ({
  ...{ task_id: id, instruction, supervisor, datetime },
});
