import { confirmSignIn } from '@/lib/contracts/people';
import { confirmedAnswer } from '@/server/http/confirmed-answer';
import { addressOf } from '@/server/http/rate-limits';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as confirming from '@/server/services/people/confirm-sign-in';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(confirmSignIn, async ({ actor, body, request }) => {
    await confirming.confirmSignIn(actor, { ...body, address: addressOf(request) });
    return confirmedAnswer(request);
  }),
);
