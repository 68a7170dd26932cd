import { createProvider, listProviders } from '@/lib/contracts/providers';
import { checkAddress } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/providers/read-providers';
import * as saving from '@/server/services/providers/save-provider';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listProviders, async ({ actor, query }) => ({
    items: await reading.listProviders(actor, { archived: query.archived === 'true' }),
  })),
  serve(createProvider, ({ actor, body }) => saving.createProvider(actor, body, checkAddress)),
);
