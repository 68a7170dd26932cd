import type { z } from 'zod';
import type { Permission } from '@/lib/domain/actor';

/**
 * One operation of the API, said once: the table in `server/operations` binds it to its service, requests are parsed
 * with it, the OpenAPI document and the reference page are generated from it, and the property tests draw requests
 * from it.
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  May extends Permission | null = Permission | null,
> {
  /** camelCase verb-noun, unique; the OpenAPI operationId. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI style: /api/v1/runs/{runId} */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** null = no sign-in needed. */
  readonly permission: May;
  readonly scope: Scope;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Default application/json. */
  readonly bodyType?: 'json' | 'multipart';
  readonly maxBodyBytes?: number;
  /** The handler reads the form itself, part by part: it may be larger than what fits in memory. */
  readonly readsForm?: true;
  readonly response: Response;
  /** Default 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Answered where the work goes on in the background. */
  readonly laterStatus?: 202;
  /** Default json; 'events' = text/event-stream; 'eventsOrJson' = as the caller accepts; 'file' = a download. */
  readonly responseType?: 'json' | 'events' | 'eventsOrJson' | 'file' | 'text';
  /** Media types of a file response; if left out, the response is bytes to save. */
  readonly fileTypes?: readonly string[];
}

/**
 * How an operation is held to one workspace. `workspace`: it reads and writes rows of the actor's workspace only.
 * `caller`: of those, only the actor's own. A name from the path, such as `runId`: the thing so named has to be of the
 * actor's workspace, and one of another workspace is not found. `none`: it touches no row of a workspace.
 */
export type Scope = 'workspace' | 'caller' | 'none' | `${string}Id`;

/** Keeps the types of the schemas and the name of the permission while checking the shape. */
export function operation<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  May extends Permission | null,
>(definition: Operation<Params, Query, Body, Response, May>): Operation<Params, Query, Body, Response, May> {
  return definition;
}

/** The names that the path of an operation, or its query, has places for. */
export type ParamName<O extends Operation> = NameIn<NonNullable<O['params']>>;
export type QueryName<O extends Operation> = NameIn<NonNullable<O['query']>>;
type NameIn<Schema> = Schema extends z.ZodType ? Extract<keyof z.input<Schema>, string> : never;
