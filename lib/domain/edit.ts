/** A curator operation on a playbook. `add` is all that ACE's public code applies; the others sit behind a switch. */
export type Edit =
  | { readonly type: 'add'; readonly section: string; readonly content: string }
  | { readonly type: 'update'; readonly bulletId: string; readonly content: string }
  | { readonly type: 'merge'; readonly bulletIds: readonly string[]; readonly content: string }
  | { readonly type: 'remove'; readonly bulletId: string };
