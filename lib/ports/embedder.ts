/** Texts to unit vectors. The offline one hashes n-grams; a provider's own gives better neighbours. */
export interface Embedder {
  /** Pinned in the manifest: another id gives other vectors. */
  readonly id: string;
  /** One vector a text, same order, each of length 1 (the zero vector for an empty text). */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}
