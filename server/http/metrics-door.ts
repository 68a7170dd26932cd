import { authenticate } from '@/server/accounts/authenticate';
import { metrics } from '@/server/observability/metrics';
import { readGauges } from '@/server/services/health/read-gauges';
import { admitScraper } from './scraper';

/** The metrics page: for owners, or for a scraper with the operator's token. Gauges are read when asked for. */
export async function answerMetrics(request: Request): Promise<Response> {
  await admitScraper(request, () => authenticate(request));
  const { registry, runs, queueDepth } = metrics();
  const gauges = await readGauges();
  runs.reset();
  queueDepth.reset();
  for (const { status, count } of gauges.runs) runs.set({ status }, count);
  for (const { queue, state, count } of gauges.jobs) queueDepth.set({ queue, state }, count);
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  });
}
