import { signOut } from '@/lib/contracts/people';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { signedOutAnswer } from '@/server/http/signed-out-answer';
import * as sessions from '@/server/services/people/sign-out';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(signOut, async ({ actor, body }) => {
    await sessions.signOut(actor, body);
    return signedOutAnswer();
  }),
);
