/** Where the body of a part lies in an object. */
export interface BodyPlace {
  readonly key: string;
  readonly from: number;
  readonly bytes: number;
}

/**
 * Where the bodies of received parts are kept once their trace is complete: in their rows, or in objects outside. Until
 * then, and while a store cannot be reached, each is in its row.
 */
export interface PartBodies {
  /**
   * Bodies at these places, in their order; null = the object is gone.
   * @throws AppError OBJECTS_UNAVAILABLE where they may be there and cannot be had now
   */
  read(places: readonly BodyPlace[]): Promise<readonly (Uint8Array | null)[]>;
  /**
   * Moves bodies of complete traces to where they are kept, and removes objects that no part needs. Killed anywhere, it
   * leaves every body readable, and the next one removes what nothing refers to.
   * @throws AppError OBJECTS_UNAVAILABLE
   */
  settle(closing: AbortSignal): Promise<SettledBodies>;
}

export interface SettledBodies {
  readonly moved: number;
  readonly removed: number;
}
