/** A curator operation on a playbook. `add` is all that ACE's public code applies; the others sit behind a switch. */
export type Edit =
  | (Sourced & { readonly type: 'add'; readonly section: string; readonly content: string })
  | (Sourced & { readonly type: 'update'; readonly bulletId: string; readonly content: string })
  | (Sourced & { readonly type: 'merge'; readonly bulletIds: readonly string[]; readonly content: string })
  | { readonly type: 'remove'; readonly bulletId: string };

interface Sourced {
  /** Ids of the insights that the model says it wrote this from; only where the run carries ids through its prompts. */
  readonly from?: readonly string[];
}
