import type { ReplyFault } from '@/lib/domain/cause';

/** Result of reading a reply: a value, or what is wrong with the reply. */
export type Readable<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ReplyFault };
