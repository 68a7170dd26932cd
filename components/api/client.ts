import type { z } from 'zod';
import type { Operation } from '@/lib/contracts/operation';
import { addressOf } from '@/lib/contracts/operation-address';
import type { Problem } from '@/lib/contracts/problem';

/**
 * Calls the REST API by its contracts: path, input and answer are typed by the same `operation` that the route
 * parses with. Whatever goes wrong becomes an `ApiProblem`, a dead connection included.
 */
export class ApiProblem extends Error {
  constructor(readonly problem: Omit<Problem, 'type' | 'requestId'> & { readonly requestId?: string }) {
    super(problem.detail);
    this.name = 'ApiProblem';
  }

  /** The fault at a path of the body, if the server named one there or below. */
  faultAt(path: string): string | undefined {
    return this.problem.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))
      ?.message;
  }
}

type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface CallInput<P, Q, B> {
  readonly params?: In<P>;
  readonly query?: Partial<In<Q>>;
  readonly body?: In<B> | FormData;
  readonly signal?: AbortSignal;
}

export async function callApi<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(operation: Operation<P, Q, B, R>, input: CallInput<P, Q, B> = {}): Promise<Out<R>> {
  const url = addressOf(operation.path, input.params, input.query);
  const isForm = input.body instanceof FormData;
  const response = await send(url, {
    method: operation.method,
    headers: {
      accept: 'application/json, application/problem+json',
      ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined
      ? {}
      : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
    ...(input.signal ? { signal: input.signal } : {}),
  });
  if (!response.ok) throw new ApiProblem(await readProblem(response));
  return (response.status === 204 ? undefined : await response.json()) as Out<R>;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'same-origin' });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiProblem({
      title: 'No connection',
      status: 503,
      code: 'NO_CONNECTION',
      detail: 'The server did not answer. Check that Waggle is running, then try again.',
      fields: [],
      howToProceed: [],
      ruleId: null,
    });
  }
}

async function readProblem(response: Response): Promise<ApiProblem['problem']> {
  const text = await response.text();
  const given = readJson(text);
  return {
    title: given.title ?? response.statusText,
    status: response.status,
    code: given.code ?? `HTTP_${response.status}`,
    detail: given.detail ?? `The server answered ${response.status}. Try again; if it stays, tell an owner.`,
    fields: given.fields ?? [],
    howToProceed: given.howToProceed ?? [],
    ruleId: given.ruleId ?? null,
    ...(given.requestId ? { requestId: given.requestId } : {}),
  };
}

/** A proxy in between may answer in HTML; that is then simply an answer without a problem. */
function readJson(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}
