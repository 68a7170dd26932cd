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
 * A row of the operation table: an operation with the service that performs it. Who asks, whether they may, whether the
 * request is what the contract says; then the service; then JSON, or one problem for whatever went wrong. Knows no
 * operation by name.
 */
export interface Served {
  readonly operation: Operation;
  readonly handle: Handle;
  /** For a caller that is known without a request: the command line. Role, contract and service are the same. */
  readonly handleAs: (actor: Actor, ...asked: Parameters<Handle>) => Promise<Response>;
  readonly preflight?: (request: Request) => Response;
}

type Handle = (request: Request, params: PathParams) => Promise<Response>;

type Of<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** The fields of path, query and body in one object: no two of them share a name. */
type Input<Params, Query, Body> = Of<Params> & Of<Query> & Of<Body>;

/** What only a few services need of a request, beside its fields. */
export interface Call<Body = unknown> {
  /** Without the names of the path, for a change that is handed on whole. */
  readonly body: Body;
  readonly request: Request;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** What the contract says, before it is parsed back: a service may also answer with a Response of its own. */
type Answer<R> = Promise<Of<R> | Response> | Of<R> | Response;

interface Exceptions {
  /** In place of sign-in, rate and origin. */
  readonly admit?: (request: Request) => Promise<Actor>;
  /** In place of the list of methods, where pages of other origins may ask. */
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

/** The same without sign-in. */
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

/** Sign-in, rate and origin, before the role: a stranger learns nothing of roles. */
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
