import { z } from 'zod';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@/lib/domain/password-rule';
import { displayName, identifier, timestamp } from './identifier';
import { roleName } from './keys';
import { operation } from './operation';
import { listOf } from './page';

/** People of the workspace, their roles, and what a person may do to the own account. */
/** The plain form that mail really goes to; quoted names and bare hosts are left out on purpose. */
const EMAIL = /^[a-z0-9_][a-z0-9._+-]{0,63}@([a-z0-9-]{1,60}\.){1,4}[a-z]{2,20}$/;

const email = z.string().trim().toLowerCase().max(200).regex(EMAIL, 'That is not an e-mail address.');

/** The service asks for strength too, by the same rule at every address. */
export const password = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `A password has at least ${PASSWORD_LENGTH_MIN} characters.`)
  .max(PASSWORD_LENGTH_MAX, `A password has at most ${PASSWORD_LENGTH_MAX} characters.`);

export const person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: roleName,
  disabledAt: timestamp.nullable(),
  createdAt: timestamp,
});

export type PersonView = z.infer<typeof person>;

export const invitePersonBody = z.strictObject({
  email,
  name: displayName,
  role: roleName,
  /** Left out: one is generated and shown once. */
  password: password.optional(),
});

export type InvitePersonInput = z.infer<typeof invitePersonBody>;

export const updatePersonBody = z
  .strictObject({ name: displayName, role: roleName, disabled: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Name at least one of: name, role, disabled.');

export type UpdatePersonInput = z.infer<typeof updatePersonBody>;

export const changePasswordBody = z.strictObject({
  currentPassword: z.string().min(1).max(200),
  newPassword: password,
});

export type ChangePasswordInput = z.infer<typeof changePasswordBody>;

const onePerson = z.object({ personId: identifier });

export const listPeople = operation({
  id: 'listPeople',
  method: 'GET',
  path: '/api/v1/people',
  tag: 'People',
  summary: 'People of the workspace',
  permission: 'read',
  scope: 'workspace',
  response: listOf(person),
});

export const invitePerson = operation({
  id: 'invitePerson',
  method: 'POST',
  path: '/api/v1/people',
  tag: 'People',
  summary: 'Add a person; a generated password is in this answer and nowhere else',
  permission: 'administer',
  scope: 'workspace',
  body: invitePersonBody,
  response: z.object({ person, password: z.string().nullable() }),
  status: 201,
});

export const updatePerson = operation({
  id: 'updatePerson',
  method: 'PATCH',
  path: '/api/v1/people/{personId}',
  tag: 'People',
  summary: 'Change name or role, disable or enable',
  description: 'At least one enabled owner stays. Disabling ends all sessions of the person.',
  permission: 'administer',
  scope: 'personId',
  params: onePerson,
  body: updatePersonBody,
  response: person,
});

export const resetPassword = operation({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/v1/people/{personId}/password',
  tag: 'People',
  summary: 'Give a person a new generated password, shown once; ends all sessions of the person',
  permission: 'administer',
  scope: 'personId',
  params: onePerson,
  response: z.object({ password: z.string() }),
});

export const readMe = operation({
  id: 'readMe',
  method: 'GET',
  path: '/api/v1/me',
  tag: 'People',
  summary: 'Who I am here',
  permission: 'read',
  scope: 'caller',
  response: z.object({
    name: z.string(),
    role: roleName,
    via: z.enum(['session', 'key', 'command']),
    workspaceId: z.string(),
  }),
});

export const confirmSignInBody = z.strictObject({ password: z.string().min(1).max(200) });

/** Before a decision that takes a recent sign-in. */
export const confirmSignIn = operation({
  id: 'confirmSignIn',
  method: 'POST',
  path: '/api/v1/me/confirmation',
  tag: 'People',
  summary: 'Prove by the own password who one is, as a decision takes it; the session goes on',
  description:
    'Only for a signed-in person, never with a key. Wrong passwords count as they do at the sign-in.',
  permission: 'read',
  scope: 'caller',
  body: confirmSignInBody,
  response: z.object({ confirmed: z.literal(true) }),
});

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/v1/me/password',
  tag: 'People',
  summary: 'Change the own password; ends all sessions, this one included',
  description: 'Only for a signed-in person, never with a key.',
  permission: 'read',
  scope: 'caller',
  body: changePasswordBody,
  response: z.object({ changed: z.literal(true) }),
});

export const signOutBody = z.strictObject({
  /** Every session of this person, on every device. */
  everywhere: z.boolean().default(false),
});

export type SignOutInput = z.output<typeof signOutBody>;

export const signOut = operation({
  id: 'signOut',
  method: 'POST',
  path: '/api/v1/me/sign-out',
  tag: 'People',
  summary: 'End this session, or every session of the person',
  description:
    'The session ends on the server: its cookie opens nothing any more. Only for a signed-in person.',
  permission: 'read',
  scope: 'caller',
  body: signOutBody,
  response: z.object({ signedOut: z.literal(true) }),
});
