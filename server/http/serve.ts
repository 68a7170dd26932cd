import type { z } from 'zod';
import type { Operation } from '@/lib/contracts/operation';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { assertMay } from '@/lib/policy/roles';
import { authenticate } from '@/server/accounts/authenticate';
import { answerProblem, answerValue, type NotedRequest, noteRequest } from './answer';
import { addressOf, assertWithinRate } from './rate-limits';
import { type RawInput, type RouteContext, readInput } from './read-input';
import { assertSameOrigin } from './same-origin';

/**
 * Makes a route handler of an operation: who asks, whether they may, whether the request is what the contract says;
 * then the handler; then JSON, or one problem for whatever went wrong. Knows no operation by name.
 */
export interface Served {
  readonly operation: Operation;
  readonly handle: Handle;
  /** For a door that knows who asks without a request: the command line. Role, contract and handler are the same. */
  readonly handleAs: (actor: Actor, ...asked: Parameters<Handle>) => Promise<Response>;
}

type Handle = (request: Request, context: RouteContext) => Promise<Response>;

type Of<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** What a handler gets: parsed and checked. */
export interface HandlerInput<Params, Query, Body> {
  readonly actor: Actor;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** What the contract says, before it is parsed back: a handler may also answer with a Response of its own. */
type Answer<R> = Promise<Of<R> | Response> | Of<R> | Response;

export function serve<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
  handler: (input: HandlerInput<Of<P>, Of<Q>, Of<B>>) => Answer<R>,
  /** In place of sign-in, rate and origin, where a door has its own. */
  admitOwn?: (request: Request) => Promise<Actor>,
): Served {
  const answer = (asked: () => Promise<Actor>, request: Request, context: RouteContext) =>
    answered(operation, request, async ({ requestId }, known) => {
      const actor = await asked();
      known(actor);
      assertMayAsk(actor, operation);
      const input = await readInput(operation, request, context);
      return handler({ ...(input as Parsed<P, Q, B>), actor, request, signal: request.signal, requestId });
    });
  return {
    operation,
    handle: (request, context) =>
      answer(() => admitOwn?.(request) ?? admit(operation, request), request, context),
    handleAs: (actor, request, context) => answer(() => Promise.resolve(actor), request, context),
  };
}

/** The same without sign-in. */
export function servePublic<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  operation: Operation<P, Q, B, R>,
  handler: (input: Omit<HandlerInput<Of<P>, Of<Q>, Of<B>>, 'actor'>) => Answer<R>,
): Served {
  const answer = (asked: () => Promise<void>, request: Request, context: RouteContext) =>
    answered(operation, request, async ({ requestId }) => {
      await asked();
      const input = await readInput(operation, request, context);
      return handler({ ...(input as Parsed<P, Q, B>), request, signal: request.signal, requestId });
    });
  return {
    operation,
    handle: (request, context) => answer(() => assertWithinRate(null, addressOf(request)), request, context),
    handleAs: (_actor, request, context) => answer(() => Promise.resolve(), request, context),
  };
}

type Parsed<P, Q, B> = RawInput & { params: Of<P>; query: Of<Q>; body: Of<B> };

/** Sign-in, rate and origin, before the role: a stranger learns nothing of roles. */
async function admit(operation: Operation, request: Request): Promise<Actor> {
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

function assertMayAsk(actor: Actor, { permission }: Operation): void {
  if (permission !== null) assertMay(actor, permission);
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
