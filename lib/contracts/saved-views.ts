import { z } from 'zod';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf } from './page';

/**
 * A saved address of a list: its filters, columns and order under a name, for one person or for the
 * workspace.
 */
const group = 'Saved views';
const ADDRESS_MAX = 2000;
const path = '/api/v1/saved-views';

export const listName = z
  .enum([
    'runs',
    'experiments',
    'imported-runs',
    'run-groups',
    'diagnoses',
    'intakes',
    'reports',
    'sweeps',
    'slots',
    'datasets',
    'traces',
    'audit',
  ])
  .meta({ id: 'ListName' });
export type ListName = z.output<typeof listName>;

const address = z
  .string()
  .max(ADDRESS_MAX)
  .regex(/^[^\s#]*$/, 'An address is the part after the question mark, without spaces.')
  .describe('The part of the list’s address after the question mark.');

const isShared = z.boolean().describe('For the whole workspace; otherwise only for the person who saved it.');
const isDefault = z
  .boolean()
  .describe('Opens the list if its address is empty; an own view precedes a shared one.');

export const savedView = z
  .object({
    id: z.string(),
    list: listName,
    name: z.string(),
    address: z.string(),
    isShared,
    isDefault,
    /** The caller saved the view and may change it. */
    isOwn: z.boolean(),
    createdBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'SavedView' });
export type SavedViewView = z.output<typeof savedView>;

export const createSavedViewBody = z
  .strictObject({
    list: listName,
    name: displayName,
    address,
    isShared: isShared.default(false),
    isDefault: isDefault.default(false),
  })
  .meta({ id: 'CreateSavedView' });
export type CreateSavedViewInput = z.output<typeof createSavedViewBody>;

export const updateSavedViewBody = z
  .strictObject({
    name: displayName.optional(),
    address: address.optional(),
    isShared: isShared.optional(),
    isDefault: isDefault.optional(),
  })
  .meta({ id: 'UpdateSavedView' });
export type UpdateSavedViewInput = z.output<typeof updateSavedViewBody>;

const viewParams = z.object({ viewId: identifier });

export const listSavedViews = operation({
  id: 'listSavedViews',
  method: 'GET',
  path,
  tag: group,
  summary: 'Own and shared views of a list, by name',
  permission: 'read',
  scope: 'workspace',
  query: z.object({ list: listName }),
  response: listOf(savedView),
});

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  path,
  tag: group,
  summary: 'Save a list’s address under a name; sharing it requires a role that may discuss',
  permission: 'read',
  scope: 'workspace',
  body: createSavedViewBody,
  response: savedView,
  status: 201,
});

export const updateSavedView = operation({
  id: 'updateSavedView',
  method: 'PATCH',
  path: `${path}/{viewId}`,
  tag: group,
  summary: 'Change an own view; omitted fields are unchanged',
  permission: 'read',
  scope: 'viewId',
  params: viewParams,
  body: updateSavedViewBody,
  response: savedView,
});

export const deleteSavedView = operation({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: `${path}/{viewId}`,
  tag: group,
  summary: 'Delete a view: an own one, or as an owner of the workspace a shared one; no record changes',
  permission: 'read',
  scope: 'viewId',
  params: viewParams,
  response: savedView,
});
