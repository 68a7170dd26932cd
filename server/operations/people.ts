import * as keys from '@/lib/contracts/keys';
import * as people from '@/lib/contracts/people';
import { confirmedAnswer } from '@/server/http/confirmed-answer';
import { addressOf } from '@/server/http/rate-limits';
import { serve } from '@/server/http/serve';
import { signedOutAnswer } from '@/server/http/signed-out-answer';
import { createKey, listKeys, revokeKey } from '@/server/services/keys/api-keys';
import { confirmSignIn } from '@/server/services/people/confirm-sign-in';
import { invitePerson, listPeople, updatePerson } from '@/server/services/people/manage-people';
import { changePassword, resetPassword } from '@/server/services/people/passwords';
import { signOut } from '@/server/services/people/sign-out';

/** People, keys, and the session that asks. */
export const served = [
  serve(keys.revokeKey, (actor, { keyId }) => revokeKey(actor, keyId)),
  serve(keys.listKeys, async (actor) => ({ items: await listKeys(actor) })),
  serve(keys.createKey, createKey),
  serve(people.confirmSignIn, async (actor, input, { request }) => {
    await confirmSignIn(actor, { ...input, address: addressOf(request) });
    return confirmedAnswer(request);
  }),
  serve(people.changePassword, async (actor, input, { request }) => {
    await changePassword(actor, { ...input, address: addressOf(request) });
    return { changed: true as const };
  }),
  serve(people.readMe, ({ name, role, via, workspaceId }) => ({
    name,
    role,
    via,
    workspaceId,
  })),
  serve(people.signOut, async (actor, input) => {
    await signOut(actor, input);
    return signedOutAnswer();
  }),
  serve(people.resetPassword, (actor, { personId }) => resetPassword(actor, personId)),
  serve(people.updatePerson, (actor, { personId }, { body }) =>
    updatePerson(actor, { personId, change: body }),
  ),
  serve(people.listPeople, async (actor) => ({ items: await listPeople(actor) })),
  serve(people.invitePerson, invitePerson),
];
