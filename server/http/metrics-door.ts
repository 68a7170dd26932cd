import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { type AskedBy, authenticate, bearerOf } from '@/server/accounts/authenticate';
import { config } from '@/server/config/config';
import { metrics } from '@/server/observability/metrics';
import { readGauges } from '@/server/services/health/read-gauges';

/** The metrics page: for owners, or for a scraper with the operator's token. Gauges are read when asked for. */
export async function answerMetrics(request: Request): Promise<Response> {
  await admitScraper(request);
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

/** @throws AppError where it is neither an owner nor a scraper with the operator's token */
export async function admitScraper(request: AskedBy): Promise<void> {
  const { metricsToken } = config();
  const bearer = bearerOf(request);
  if (metricsToken !== null && bearer !== null && isSame(bearer, metricsToken)) return;
  const actor = await authenticate(request);
  if (actor === null) {
    throw new AppError(
      'SIGN_IN_REQUIRED',
      "Send the operator's metrics token or an owner's API key as bearer.",
    );
  }
  authorize(actor, 'administer');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
