import { readOpenapi } from '@/lib/contracts/health';
import { openapiDocument } from '@/server/http/openapi';
import { routeHandlers } from '@/server/http/route-handlers';
import { servePublic } from '@/server/http/serve';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  servePublic(readOpenapi, () => openapiDocument()),
);
