import { readMetrics } from '@/lib/contracts/health';
import { answerMetrics } from '@/server/http/metrics-door';
import { routeHandlers } from '@/server/http/route-handlers';
import { servePublic } from '@/server/http/serve';

export const dynamic = 'force-dynamic';

/** Public only to the door: it asks for an owner or the operator's token by itself. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  servePublic(readMetrics, ({ request }) => answerMetrics(request)),
);
