/** Time as the core sees it. Tests move it by hand; the core never reads the machine's clock. */
export interface Clock {
  /** Milliseconds since the epoch, for stamps that people read. */
  nowMs(): number;
  /** Milliseconds on a clock that never goes back, for delays. */
  monotonicMs(): number;
}

/** Wakes the core after a while. Whatever is decided on waking is an answer from outside and goes into the journal. */
export interface Alarm {
  /** Calls once after `ms`, unless cancelled before. Returns the cancel. */
  after(ms: number, wake: () => void): () => void;
}
