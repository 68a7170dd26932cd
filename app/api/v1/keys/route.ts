import { createKey, listKeys } from '@/lib/contracts/keys';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as keys from '@/server/services/keys/api-keys';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listKeys, async ({ actor }) => ({ items: await keys.listKeys(actor) })),
  serve(createKey, ({ actor, body }) => keys.createKey(actor, body)),
);
