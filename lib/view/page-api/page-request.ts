import type { Operation, ParamName, QueryName } from '@/lib/contracts/operation';

/**
 * One request that reads what a page shows. Whatever the address of the page says that the operation would refuse is
 * left out, as the page itself leaves it out; a request that would be refused even so is none.
 */
export interface PageRequest {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The answer is a page of a list, and says where the next one begins. */
  readonly isPaged: boolean;
}

/** The open page: its path parameters and its query. */
export interface OpenPage {
  readonly param: (name: string) => string;
  /** Null where the address does not say it, or says nothing. */
  readonly said: (name: string) => string | null;
}

export interface ApiPage {
  /** As the folders of app have it, with braces: /runs/{runId}. */
  readonly path: string;
  /** Requests in the order in which the page shows their answers; left out, the page reads nothing. */
  readonly asks?: (page: OpenPage) => readonly (PageRequest | null)[];
  /** Text for a page that sends no request. */
  readonly otherwise?: string;
  /** Operation that a form page calls on submit. */
  readonly sentBy?: Operation;
}

type Query<O extends Operation> = Partial<Record<QueryName<O>, string | null>>;

export function asked<O extends Operation>(
  operation: O,
  params: Record<ParamName<O>, string>,
  given: Query<O> = {},
): PageRequest | null {
  if (operation.params?.safeParse(params).success === false) return null;
  const query = queryTaken(operation, given);
  return query === null ? null : { operation, params, query, isPaged: isPaged(operation, query) };
}

function queryTaken(operation: Operation, given: object): Readonly<Record<string, string>> | null {
  const said = Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as Record<string, string>;
  const refused = faultyNames(operation, said);
  const kept = Object.fromEntries(Object.entries(said).filter(([name]) => !refused.includes(name)));
  return refused.length > 0 && faultyNames(operation, kept).length > 0 ? null : kept;
}

function faultyNames({ query }: Operation, given: object): readonly string[] {
  const parsed = query?.safeParse(given);
  return parsed === undefined || parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]));
}

function isPaged({ query }: Operation, given: object): boolean {
  const parsed = query?.safeParse({ ...given, cursor: '1' });
  return parsed?.success === true && 'cursor' in (parsed.data as object);
}
