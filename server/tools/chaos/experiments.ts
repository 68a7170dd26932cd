import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import type { ApiClient } from '@/server/commands/support/api-client';
import { practiceModels } from '@/server/commands/support/practice-models';

/**
 * The experiments for chaos runs: on the bundled practice set, scored by its own metric or by an HTTP
 * evaluator.
 */
export interface ChaosEvaluator {
  readonly url: string;
  /** Address that the instance has to allow. */
  readonly address: string;
  readonly proxy: VanishingProxy;
  close(): Promise<void>;
}

/** Gives one point for the expected answer, behind a proxy that can be taken away. */
export async function openChaosEvaluator(): Promise<ChaosEvaluator> {
  const evaluator = await openLoopbackServer(({ body }, response) => {
    const score = body.answer.trim() === body.expected.trim() ? 1 : 0;
    response.end(JSON.stringify({ score }));
  });
  const { port, pathname } = new URL(evaluator.url);
  const proxy = await openVanishingProxy({ host: '127.0.0.1', port: Number(port) });
  const address = `127.0.0.1:${proxy.port}`;
  return {
    url: `http://${address}${pathname}`,
    address,
    proxy,
    async close() {
      await proxy.close();
      await evaluator.close();
    },
  };
}

/**
 * Fewer lanes than calls, and delays long enough for a fault in between. Null = the task of the bundled set.
 */
export async function chaosExperiment(
  api: ApiClient,
  { lanes, evaluatorUrl }: { readonly lanes: number; readonly evaluatorUrl: string | null },
): Promise<string> {
  const { items } = await api.get<{ items: { taskId: string; splitId: string }[] }>('/api/v1/experiments');
  const seeded = items[0];
  if (!seeded) throw new Error('The seed left no experiment.');
  const name = evaluatorUrl === null ? 'Chaos' : 'Chaos with an HTTP evaluator';
  const scoring = { kind: 'http', url: evaluatorUrl, header: null, timeoutSeconds: 5 };
  const taskId =
    evaluatorUrl === null
      ? seeded.taskId
      : (await api.post<{ id: string }>('/api/v1/tasks', { name, scoring })).id;
  const made = await api.post<{ id: string }>('/api/v1/experiments', {
    ...{ name, taskId, splitId: seeded.splitId, lanes },
    models: await practiceModels(api, { name: `Practice model: ${name}`, timeScale: '150' }),
    evaluation: { everyExamples: 125 },
  });
  return made.id;
}
