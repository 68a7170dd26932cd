import { changePassword } from '@/lib/contracts/people';
import { addressOf } from '@/server/http/rate-limits';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as passwords from '@/server/services/people/passwords';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(changePassword, async ({ actor, body, request }) => {
    await passwords.changePassword(actor, { ...body, address: addressOf(request) });
    return { changed: true as const };
  }),
);
