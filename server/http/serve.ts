import type { z } from 'zod';
import type { Operation } from '@/lib/contracts/operation';
import type { Actor, Permission } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { authorize } from '@/lib/policy/roles';
import { authenticate } from '@/server/accounts/authenticate';
import { answerProblem, answerValue, type NotedRequest, noteRequest } from './answer';
import { addressOf, assertWithinRate } from './rate-limits';
import { type PathParams, readInput } from './read-input';
import { assertSameOrigin } from './same-origin';

/**
 * A row of the operation table: an operation with the service that performs it. Checks the caller, the
 * permission and the request against the contract, calls the service, then answers with JSON or with one
 * problem for any error. Knows no operation by name.
 */
export interface Served {
  readonly operation: Operation;
  readonly handle: Handle;
  /** For a caller known without a request: the command line. Role, contract and service are the same. */
  readonly handleAs: (actor: Actor, ...asked: Parameters<Handle>) => Promise<Response>;
  readonly preflight?: (request: Request) => Response;
}

type Handle = (request: Request, params: PathParams) => Promise<Response>;

type Of<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** The fields of path, query and body in one object: no two of them share a name. */
type Input<Params, Query, Body> = Of<Params> & Of<Query> & Of<Body>;

/** Parts of the request that only a few services need, in addition to its fields. */
export interface Call<Body = unknown> {
  /** Without the path's fields, for a change that is passed on whole. */
  readonly body: Body;
  readonly request: Request;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** The contract's output before it is parsed; a service may also answer with its own Response. */
type Answer<R> = Promise<Of<R> | Response> | Of<R> | Response;

interface Exceptions {
  /** Replaces sign-in, rate and origin checks. */
  readonly admit?: (request: Request) => Promise<Actor>;
  /** Replaces the list of methods, for operations that pages of other origins may call. */
  readonly preflight?: (request: Request) => Response;
}

export function serve<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  May extends Permission,
>(
  operation: Operation<P, Q, B, R, May>,
  service: (actor: Actor<NoInfer<May>>, input: Input<P, Q, B>, call: Call<Of<B>>) => Answer<R>,
  { admit = (request) => admitted(operation, request), preflight }: Exceptions = {},
): Served {
  const answer = (asked: () => Promise<Actor>, request: Request, params: PathParams) =>
    answered(operation, request, async ({ requestId }, known) => {
      const actor = await asked();
      known(actor);
      const authorized = authorize(actor, operation.permission);
      const { body, ...given } = await readInput(operation, request, params);
      const input = Object.assign({}, given.query, body, given.params) as Input<P, Q, B>;
      return service(authorized, input, { body: body as Of<B>, request, signal: request.signal, requestId });
    });
  return {
    operation,
    handle: (request, params) => answer(() => admit(request), request, params),
    handleAs: (actor, request, params) => answer(() => Promise.resolve(actor), request, params),
    ...(preflight === undefined ? {} : { preflight }),
  };
}

/** Serves without sign-in. */
export function servePublic<R extends z.ZodType>(
  operation: Operation<z.ZodType, z.ZodType, z.ZodType, R>,
  service: (request: Request) => Answer<R>,
): Served {
  const handle: Handle = (request) =>
    answered(operation, request, async () => {
      await assertWithinRate(null, addressOf(request));
      return service(request);
    });
  return { operation, handle, handleAs: (_actor, ...asked) => handle(...asked) };
}

/** Checks sign-in, rate and origin before the role, so that an unknown caller learns nothing about roles. */
async function admitted(operation: Operation, request: Request): Promise<Actor> {
  invariant(operation.permission !== null, `${operation.id} needs no sign-in: serve it with servePublic`);
  const actor = await authenticate(request).catch(async (error: unknown) => {
    await assertWithinRate(null, addressOf(request));
    throw error;
  });
  await assertWithinRate(actor, addressOf(request));
  if (actor === null) {
    throw new AppError('SIGN_IN_REQUIRED', 'Sign in, or send an API key as "Authorization: Bearer wgl_…".');
  }
  assertSameOrigin(request, actor);
  return actor;
}

async function answered(
  operation: Operation,
  request: Request,
  work: (noted: NotedRequest, known: (actor: Actor) => void) => Promise<unknown>,
): Promise<Response> {
  const noted = noteRequest(operation.id, request);
  let asker: Actor | null = null;
  const known = (actor: Actor) => {
    asker = actor;
  };
  try {
    return noted.done(answerValue(operation, await work(noted, known)));
  } catch (error) {
    return noted.done(answerProblem(error, noted, asker));
  }
}
