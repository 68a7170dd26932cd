import { READERS, REQUESTS, WORLD_SETTINGS, type WorldRequest } from '@/lib/environments/appworld/protocol';
import { type FakeAppWorld, fakeAppWorld } from '@/lib/testing/appworld/fake-appworld';
import { answerIs, EMPTY, sameRecords, type TownTask } from '@/lib/testing/appworld/town-tasks';
import { numberField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/**
 * Each exchange from both ends: our fake server gives the answer, and our client's request and reading fit it. The
 * server is brought into the state in which the exchange was written down.
 */
export const adapter: GoldenAdapter = {
  groups: {
    exchanges: (testCase) => [...fromServer(testCase), ...requestFits(testCase), ...readingFits(testCase)],

    initialize_defaults: ({ defaults }) => [
      { what: 'settings', actual: { ...WORLD_SETTINGS }, expected: defaults },
    ],
  },
};

/** The file's own invented task, with four notes and a test for each label. */
const TASK: TownTask = {
  id: 'aaaaaaa_1',
  instruction: 'How many notes do I have?',
  supervisor: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.org', phone_number: '5550100' },
  datetime: '2023-05-18T12:00:00',
  difficulty: 1,
  start: { ...EMPTY, notes: ['a', 'b', 'c', 'd'].map((text, at) => ({ id: at + 1, text })) },
  tests: [sameRecords('assert no model changes'), answerIs(4, 'assert answers match')],
};

function fromServer(testCase: GoldenCase): Comparison[] {
  const { method, path, body, status, response } = testCase;
  const said = serverBefore(testCase).answer({ method: String(method), path: String(path), body });
  const same: Comparison = { what: 'status', actual: said.status, expected: status };
  const expected = outputOf(response);
  // The body of a validation error is the framework's own, and of a report only the lines it names are binding.
  if (response === null) return [same];
  if (typeof expected === 'string' && expected.startsWith('(report text'))
    return [same, ...linesIn(expected, String(outputOf(said.body)))];
  return [same, { what: 'answer', actual: said.body, expected: response }];
}

function linesIn(described: string, report: string): Comparison[] {
  const lines = [...described.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
  return lines.map((line) => ({ what: line, actual: report.includes(line), expected: true }));
}

function serverBefore(testCase: GoldenCase): FakeAppWorld {
  const server = fakeAppWorld([TASK]);
  const { path, response } = testCase;
  const expected = JSON.stringify(response);
  const does = (request: WorldRequest) => server.answer(request);
  if (path === '/initialize' || expected.includes('has not been initialized')) return server;
  does(REQUESTS.initialize(TASK.id, WORLD_SETTINGS));
  if (path === '/evaluate' || (path === '/task_completed' && outputOf(response) === true))
    does(REQUESTS.execute(TASK.id, 'apis.supervisor.complete_task(answer=3)'));
  if (path === '/load_state') does(REQUESTS.saveState(TASK.id, 's1'));
  if (expected.includes('Maximum number of executions'))
    for (let count = 0; count < WORLD_SETTINGS.max_interactions; count += 1)
      does(REQUESTS.execute(TASK.id, 'x = 1'));
  return server;
}

/** Our client sends every field of the exchange; fields that it sends besides are settings with their defaults. */
function requestFits(testCase: GoldenCase): Comparison[] {
  const { method, path, body } = testCase;
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const taskId = String(fields.task_id ?? textField(testCase, 'path').split('/').at(-1));
  const [code, stateId] = [String(fields.code), String(fields.state_id)];
  const requests: Readonly<Record<string, WorldRequest>> = {
    '/': REQUESTS.health(),
    '/initialize': REQUESTS.initialize(taskId, {
      ...WORLD_SETTINGS,
      experiment_name: String(fields.experiment_name),
    }),
    '/execute': REQUESTS.execute(taskId, code),
    '/task_completed': REQUESTS.taskCompleted(taskId),
    '/evaluate': fields.report === true ? REQUESTS.report(taskId) : REQUESTS.evaluate(taskId),
    '/save_state': REQUESTS.saveState(taskId, stateId),
    '/load_state': REQUESTS.loadState(taskId, stateId),
    '/save_logs': REQUESTS.saveLogs(taskId),
    '/close': REQUESTS.close(taskId),
    '/close_all': REQUESTS.closeAll(),
  };
  const ours = requests[String(path)] ?? REQUESTS.task(taskId);
  return [
    { what: 'method', actual: ours.method, expected: method },
    { what: 'path', actual: ours.path, expected: path },
    ...Object.entries(fields).map(([name, value]) => ({
      ...{ what: name, actual: ours.body?.[name], expected: value },
    })),
  ];
}

function readingFits(testCase: GoldenCase): Comparison[] {
  const { path, response } = testCase;
  const status = numberField(testCase, 'status');
  const said = readerOf(String(path), outputOf(response))(status, JSON.stringify(response));
  if (status === 200) return [{ what: 'read', actual: said.ok, expected: true }];
  return [{ what: 'fault', actual: said.ok ? null : said.fault.kind, expected: faultOf(status, response) }];
}

function readerOf(path: string, output: unknown) {
  if (path === '/') return READERS.health;
  if (path === '/initialize' || path.startsWith('/tasks/')) return READERS.task;
  if (path === '/task_completed') return READERS.flag;
  if (path === '/evaluate' && typeof output !== 'string') return READERS.evaluation;
  return typeof output === 'string' ? READERS.text : READERS.done;
}

function faultOf(status: number, response: unknown): string {
  if (status === 422) return 'invalid';
  return JSON.stringify(response).includes('has not been initialized') ? 'notInitialized' : 'otherTask';
}

function outputOf(response: unknown): unknown {
  return typeof response === 'object' && response !== null && 'output' in response
    ? response.output
    : undefined;
}
