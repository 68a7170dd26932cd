import { z } from 'zod';
import { evaluation } from './evaluation';
import { type Execution, type Said, type WorldFault, worldTask } from './world';

/** The HTTP protocol of an AppWorld environment server: its requests, and its replies as data. */
export interface WorldRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** All settings of a world, sent with each task, so that a server's own defaults cannot change a result. */
export const WORLD_SETTINGS = {
  experiment_name: 'default',
  remote_apis_url: null,
  remote_environment_url: null,
  remote_docker: false,
  max_interactions: 1000,
  max_api_calls_per_interaction: 1000,
  raise_on_unsafe_syntax: true,
  null_patch_unsafe_execution: true,
  load_ground_truth: true,
  ground_truth_mode: 'minimal',
  raise_on_failure: true,
  random_seed: 100,
  timeout_seconds: 100,
  show_api_response_schemas: true,
  gc_threshold: 500_000,
  raise_on_extra_parameters: false,
  import_utils: false,
  parse_datetimes: false,
  allow_datetime_change: false,
  add_login_shortcut: false,
  munchify_response: false,
} as const;

export type WorldSettings = { readonly [K in keyof typeof WORLD_SETTINGS]: WidenedSetting<K> };
type WidenedSetting<K extends keyof typeof WORLD_SETTINGS> = (typeof WORLD_SETTINGS)[K] extends boolean
  ? boolean
  : (typeof WORLD_SETTINGS)[K] extends number
    ? number
    : (typeof WORLD_SETTINGS)[K] extends string
      ? string
      : null;

const post = (path: string, body: WorldRequest['body']): WorldRequest => ({ method: 'POST', path, body });
const get = (path: string): WorldRequest => ({ method: 'GET', path, body: null });

export const REQUESTS = {
  health: () => get('/'),
  task: (taskId: string) => get(`/tasks/${encodeURIComponent(taskId)}`),
  initialize: (taskId: string, settings: WorldSettings) =>
    post('/initialize', { task_id: taskId, ...settings }),
  execute: (taskId: string, code: string) => post('/execute', { task_id: taskId, code }),
  taskCompleted: (taskId: string) => post('/task_completed', { task_id: taskId }),
  /** With errors suppressed: otherwise a task that failed is answered with a 500. */
  evaluate: (taskId: string) => post('/evaluate', { task_id: taskId, suppress_errors: true }),
  report: (taskId: string) => post('/evaluate', { task_id: taskId, suppress_errors: true, report: true }),
  saveState: (taskId: string, stateId: string) => post('/save_state', { task_id: taskId, state_id: stateId }),
  loadState: (taskId: string, stateId: string) => post('/load_state', { task_id: taskId, state_id: stateId }),
  saveLogs: (taskId: string) => post('/save_logs', { task_id: taskId }),
  close: (taskId: string) => post('/close', { task_id: taskId }),
  closeAll: () => post('/close_all', null),
} as const;

export const READERS = {
  health: readerOf(z.object({ message: z.string() })),
  task: outputOf(worldTask),
  text: outputOf(z.string()),
  flag: outputOf(z.boolean()),
  evaluation: outputOf(evaluation),
  /** Operations without a result. */
  done: outputOf(z.null()),
} as const;

const EXECUTION_FAILED = 'Execution failed. Traceback:\n';

/** Failed code comes as an output with status 200. */
export const executionOf = (text: string): Execution => ({ text, failed: text.startsWith(EXECUTION_FAILED) });

type Reader<T> = (status: number, body: string) => Said<T>;

function outputOf<T>(schema: z.ZodType<T>): Reader<T> {
  const read = readerOf(z.object({ output: schema }));
  return (status, body) => {
    const said = read(status, body);
    return said.ok ? { ok: true, value: said.value.output } : said;
  };
}

function readerOf<T>(schema: z.ZodType<T>): Reader<T> {
  return (status, body) => {
    const json = parsed(body);
    if (status !== 200) return { ok: false, fault: { kind: faultOf(status, json), status } };
    const found = schema.safeParse(json);
    return found.success
      ? { ok: true, value: found.data }
      : { ok: false, fault: { kind: 'unreadable', status } };
  };
}

function faultOf(status: number, json: unknown): WorldFault['kind'] {
  if (status >= 500) return 'serverFailed';
  if (status === 422) return 'invalid';
  const refusal = z.object({ detail: z.string() }).safeParse(json);
  const detail = status === 400 && refusal.success ? refusal.data.detail : '';
  if (detail.includes('has not been initialized')) return 'notInitialized';
  return detail.startsWith('The active task world is') ? 'otherTask' : 'refused';
}

/** Undefined where the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
