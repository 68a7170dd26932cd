/** Result of reading a reply: a value, or the fault in words for people. */
export type Readable<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: string };
