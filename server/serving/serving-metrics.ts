import { bearerOf } from '@/server/accounts/bearer';
import { admitScraper } from '@/server/http/scraper';
import { metrics } from '@/server/observability/metrics';
import { type Answer, type Asking, jsonAnswer } from './exchange';
import type { FlagStore } from './flag-store';
import type { Gateway } from './gateway-handler';
import type { KeyDirectory } from './key-directory';

/**
 * What a process that serves tells its operator: the page of all that it counts, and whether it is there. Knows nothing
 * of other processes.
 */
const MS_PER_S = 1000;

/** The same gateway, with its calls counted by their status. */
export function countedGateway(gateway: Gateway): Gateway {
  return {
    models: gateway.models,
    async chat(asking) {
      const response = await gateway.chat(asking);
      metrics().gatewayCalls.inc({ status: String(response.status) });
      return response;
    },
  };
}

/** Sessions of people are not known here: an owner shows a key. */
export async function answerServingMetrics(
  asking: Pick<Asking, 'headers'>,
  keys: KeyDirectory,
): Promise<Answer> {
  const bearer = bearerOf(asking);
  await admitScraper(asking, async () => (bearer === null ? null : keys.actorOf(bearer)));
  const { registry } = metrics();
  const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
  return { status: 200, headers, body: await registry.metrics() };
}

/** While the database is away, what was known last is served: that is health, and its age is said. */
export function answerServingHealth({ isFresh, unconfirmedMs }: FlagStore): Answer {
  const flags = { isFresh, unconfirmedSeconds: Math.round(unconfirmedMs / MS_PER_S) };
  return jsonAnswer(200, { status: 'serving', flags }, { 'cache-control': 'no-store' });
}
