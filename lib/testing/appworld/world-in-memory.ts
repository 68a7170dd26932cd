import {
  executionOf,
  READERS,
  REQUESTS,
  WORLD_SETTINGS,
  type WorldRequest,
} from '@/lib/environments/appworld/protocol';
import type { Said, World } from '@/lib/environments/appworld/world';
import { fakeAppWorld } from './fake-appworld';
import { TOWN_TASKS } from './town-tasks';

/** A world of the fake server without a network. `lostAfter` requests, it is away. */
export function worldInMemory(
  lostAfter = Number.POSITIVE_INFINITY,
): World & { readonly asked: readonly string[] } {
  const server = fakeAppWorld(TOWN_TASKS);
  const asked: string[] = [];
  let held = '';
  const send = async <T>(
    request: WorldRequest,
    read: (status: number, body: string) => Said<T>,
  ): Promise<Said<T>> => {
    asked.push(request.path);
    if (asked.length > lostAfter) return { ok: false, fault: { kind: 'away', status: null } };
    const { status, body } = server.answer(request);
    return read(status, JSON.stringify(body));
  };
  return {
    asked,
    initialize(taskId) {
      held = taskId;
      return send(REQUESTS.initialize(taskId, WORLD_SETTINGS), READERS.task);
    },
    async execute(code) {
      const said = await send(REQUESTS.execute(held, code), READERS.text);
      return said.ok ? { ok: true, value: executionOf(said.value) } : said;
    },
    taskCompleted: () => send(REQUESTS.taskCompleted(held), READERS.flag),
    evaluate: () => send(REQUESTS.evaluate(held), READERS.evaluation),
    close: () => send(REQUESTS.close(held), READERS.done),
  };
}
