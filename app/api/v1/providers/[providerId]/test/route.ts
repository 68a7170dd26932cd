import { testProvider } from '@/lib/contracts/providers';
import { openRequestModel } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as testing from '@/server/services/providers/test-provider';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(testProvider, ({ actor, params, body, signal }) =>
    testing.testProvider(actor, { ...params, model: body.model, signal }, openRequestModel),
  ),
);
