import { readHealth } from '@/lib/contracts/health';
import { routeHandlers } from '@/server/http/route-handlers';
import { servePublic } from '@/server/http/serve';
import * as health from '@/server/services/health/read-health';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  servePublic(readHealth, async () => {
    const state = await health.readHealth();
    return Response.json(state, { status: state.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
  }),
);
