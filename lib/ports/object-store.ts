/**
 * Objects outside of the database, by key. A key is written once and never again with another content.
 * All of these try again where that may help, and throw AppError OBJECTS_UNAVAILABLE where the store did not do it.
 */
export interface ObjectStore {
  /** The object is whole and durable once this resolves; where it rejects, it may be there all the same. */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Null = there is no such object. */
  read(key: string): Promise<Uint8Array | null>;
  /** Also resolves where there is none. */
  remove(key: string): Promise<void>;
  /** Whether the store answers and knows bucket and keys. Changes nothing. */
  check(): Promise<void>;
}
