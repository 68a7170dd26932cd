/** Answer of an endpoint to a request for its models: their ids in its own order, or why there is no list. */
export type ListedModels =
  | { readonly ids: readonly string[]; readonly fault: null }
  | { readonly ids: readonly []; readonly fault: ListFault };

export interface ListFault {
  readonly kind: 'absent' | 'timedOut' | 'key' | 'notFound' | 'refusedAddress' | 'failed';
  /** Null where no answer came. */
  readonly status: number | null;
}
