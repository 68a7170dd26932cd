import { archiveProvider, readProvider, updateProvider } from '@/lib/contracts/providers';
import { checkAddress } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/providers/read-providers';
import * as saving from '@/server/services/providers/save-provider';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readProvider, ({ actor, params }) => reading.readProvider(actor, params.providerId)),
  serve(updateProvider, ({ actor, params, body }) =>
    saving.updateProvider(actor, { providerId: params.providerId, change: body }, checkAddress),
  ),
  serve(archiveProvider, ({ actor, params }) => saving.archiveProvider(actor, params.providerId)),
);
