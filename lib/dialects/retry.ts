/**
 * Tells a retry of an SDK from a new call, by the body alone: only two of five SDKs send a count. Compaction repeats
 * bodies on purpose, so after a reply that was delivered whole the same body is a new call.
 */
export type Arrival =
  | { readonly kind: 'new' }
  /** The same call is in flight: wait for its reply. */
  | { readonly kind: 'joins'; readonly ordinal: number }
  /** The earlier call failed or was cut before its end; it is billed and shown as broken. */
  | { readonly kind: 'replaces'; readonly ordinal: number };

/** The calls of one rollout; holds an entry for each different digest, which covers path and body. */
export class CallRetries {
  readonly #latest = new Map<string, { readonly ordinal: number; state: 'inFlight' | 'broken' }>();

  /** @param ordinal the number that the call gets unless it joins another */
  arrive(digest: string, ordinal: number): Arrival {
    const earlier = this.#latest.get(digest);
    if (earlier?.state === 'inFlight') return { kind: 'joins', ordinal: earlier.ordinal };
    this.#latest.set(digest, { ordinal, state: 'inFlight' });
    return earlier === undefined ? { kind: 'new' } : { kind: 'replaces', ordinal: earlier.ordinal };
  }

  /** @param isDelivered the whole reply of the model reached the agent; an error of the provider is none */
  end(digest: string, ordinal: number, isDelivered: boolean): void {
    const call = this.#latest.get(digest);
    if (call?.ordinal !== ordinal) return;
    if (isDelivered) this.#latest.delete(digest);
    else call.state = 'broken';
  }
}
