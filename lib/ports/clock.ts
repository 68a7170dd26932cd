/** Time as the core sees it. Tests move it by hand; the core never reads the machine's clock. */
export interface Clock {
  /** Milliseconds since the epoch, for stamps that people read. */
  nowMs(): number;
  /** Milliseconds on a clock that never goes back, for delays. */
  monotonicMs(): number;
}
