/**
 * The reply to one proxied call on its way to the agent: bytes as they come from the provider, kept until the call has
 * ended, so that an SDK that lost its connection and sends the same body again gets the same reply from its start.
 * Memory: the reply, as long as the call is under way or read.
 */
export interface OutputHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The bytes for one agent, to be read once. */
export interface OutputReader extends AsyncIterable<Uint8Array> {
  /** Ends the reading, from outside too: a wait for the next bytes is over. */
  hangUp(): Promise<unknown>;
}

const DONE = { done: true, value: undefined } as const;
const LEAST_BYTES = 1_024;

export class CallOutput {
  readonly head: Promise<OutputHead>;
  #setHead: (head: OutputHead) => void = () => undefined;
  /** Grows by doubling: pieces kept as they came would each hold the socket's whole buffer. */
  #bytes = Buffer.alloc(0);
  #size = 0;
  #isEnded = false;
  /** The provider broke off: the agent's connection is broken off too. */
  #isBroken = false;
  #readers = 0;
  readonly #wakes = new Set<() => void>();
  #isDelivered = false;

  constructor() {
    this.head = new Promise((resolve) => {
      this.#setHead = resolve;
    });
  }

  /** An agent waits for it; false once every one has hung up. */
  get isAwaited(): boolean {
    return this.#readers > 0;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** One reader has had the reply to its end. */
  get isDelivered(): boolean {
    return this.#isDelivered;
  }

  begin(head: OutputHead): void {
    this.#setHead(head);
  }

  write(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    const size = this.#size + bytes.byteLength;
    if (size > this.#bytes.byteLength) {
      const grown = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.#bytes.byteLength, LEAST_BYTES));
      grown.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size = size;
    this.#wake();
  }

  /** A whole reply that is not the provider's. */
  tell({ status, headers }: OutputHead, text: string): void {
    this.begin({ status, headers });
    this.write(new TextEncoder().encode(text));
    this.end();
  }

  end(isBroken = false): void {
    this.#isEnded = true;
    this.#isBroken = isBroken;
    this.#wake();
  }

  /** Counts as awaited from now on, so that a call is not given up between its arrival and its first byte. */
  reader(): OutputReader {
    this.#readers += 1;
    let at = 0;
    let isOpen = true;
    let wake: (() => void) | null = null;
    const leave = () => {
      if (!isOpen) return;
      isOpen = false;
      this.#readers -= 1;
      if (wake !== null) this.#wakes.delete(wake);
    };
    const next = async () => {
      while (isOpen && at >= this.#size && !this.#isEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
          this.#wakes.add(resolve);
        });
      if (!isOpen) return DONE;
      if (at < this.#size) {
        const value = this.#bytes.subarray(at, this.#size);
        at = this.#size;
        return { done: false, value } as const;
      }
      leave();
      if (this.#isBroken) throw new Error('The provider broke off.');
      this.#isDelivered = true;
      return DONE;
    };
    const hangUp = async () => {
      leave();
      wake?.();
      return DONE;
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: hangUp }), hangUp };
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }
}
