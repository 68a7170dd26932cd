import { revokeKey } from '@/lib/contracts/keys';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as keys from '@/server/services/keys/api-keys';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(revokeKey, ({ actor, params }) => keys.revokeKey(actor, params.keyId)),
);
