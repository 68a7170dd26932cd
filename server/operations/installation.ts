import * as health from '@/lib/contracts/health';
import { answerMetrics } from '@/server/http/metrics-door';
import { openapiDocument } from '@/server/http/openapi';
import { servePublic } from '@/server/http/serve';
import { readHealth } from '@/server/services/health/read-health';

/** Operations of the installation rather than of a workspace: health, metrics, the OpenAPI document. */
export const served = [
  servePublic(health.readHealth, async () => {
    const state = await readHealth();
    return Response.json(state, { status: state.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
  }),
  servePublic(health.readMetrics, answerMetrics),
  servePublic(health.readOpenapi, openapiDocument),
];
