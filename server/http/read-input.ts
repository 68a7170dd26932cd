import type { z } from 'zod';
import type { Operation } from '@/lib/contracts/operation';
import { inputInvalid } from './known-fault';
import { BODY_BYTES_MAX, readBody } from './read-body';
import { assertSafeValues } from './safe-values';

/** Path, query and body of a request, each through its contract; every fault names its field. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The values of the places in an operation's path, by their names. */
export type PathParams = Readonly<Record<string, string>>;

export async function readInput(
  operation: Operation,
  request: Request,
  inPath: PathParams,
): Promise<RawInput> {
  const params = operation.params ? await parsed(operation.params, named(inPath), 'path') : {};
  const query = operation.query ? await parsed(operation.query, queryOf(request), 'query') : {};
  if (!operation.body || operation.readsForm) return { params, query, body: undefined };
  const rule = {
    type: operation.bodyType ?? 'json',
    maxBytes: operation.maxBodyBytes ?? BODY_BYTES_MAX,
  } as const;
  const body = await parsed(operation.body, await readBody(request, rule), 'body');
  return { params, query, body };
}

async function parsed(schema: z.ZodType, value: unknown, where: 'path' | 'query' | 'body'): Promise<unknown> {
  assertSafeValues(value, where);
  const result = await schema.safeParseAsync(value);
  if (result.success) return result.data;
  // Fields of a body are named bare, as the form that sent them names them.
  throw inputInvalid(result.error, where === 'body' ? '' : where);
}

/** A blank in the path names nothing; read as a number it would be 0. */
function named(params: PathParams): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value.trim() !== ''));
}

/** A name given twice becomes a list, which a contract may take or refuse. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return { ...query };
}
