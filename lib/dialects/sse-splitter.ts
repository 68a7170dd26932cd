/** One block of server-sent events, up to and with its empty line. A block of comments has no data. */
export interface SseBlock {
  /** Exactly as received. */
  readonly bytes: Uint8Array;
  readonly event: string;
  readonly data: string;
}

const LF = 10;
const CR = 13;

/**
 * Splits bytes into blocks, whatever the chunks. Each byte is looked at once, so a long block in small chunks costs no
 * more than in one. Lines end with LF, CRLF or CR.
 */
export class SseSplitter {
  readonly #decoder = new TextDecoder();
  #held: Uint8Array[] = [];
  #isLineEmpty = true;
  #isAfterCr = false;
  /** The block's empty line ended with CR: an LF that follows is the last byte of the block. */
  #isClosing = false;

  /** True where a comment may be put between what was received and what follows. */
  get isBetweenBlocks(): boolean {
    return this.#held.length === 0;
  }

  push(chunk: Uint8Array): SseBlock[] {
    const blocks: SseBlock[] = [];
    let start = 0;
    const close = (end: number) => {
      blocks.push(this.#block(chunk.subarray(start, end)));
      start = end;
      this.#isLineEmpty = true;
      this.#isClosing = false;
    };
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      const isSecondHalf = byte === LF && this.#isAfterCr;
      if (this.#isClosing) close(isSecondHalf ? index + 1 : index);
      this.#isAfterCr = byte === CR;
      if (isSecondHalf) continue;
      if (byte !== LF && byte !== CR) this.#isLineEmpty = false;
      else if (!this.#isLineEmpty) this.#isLineEmpty = true;
      else if (byte === CR) this.#isClosing = true;
      else close(index + 1);
    }
    if (start < chunk.length) this.#held.push(chunk.subarray(start).slice());
    return blocks;
  }

  /** A last block without its empty line; null where nothing is left. */
  end(): SseBlock | null {
    return this.#held.length === 0 ? null : this.#block(new Uint8Array());
  }

  #block(last: Uint8Array): SseBlock {
    const bytes = this.#held.length === 0 ? last : joined([...this.#held, last]);
    this.#held = [];
    return { bytes, ...fieldsOf(this.#decoder.decode(bytes)) };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fieldsOf(text: string): Pick<SseBlock, 'event' | 'data'> {
  let event = '';
  const data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
  }
  return { event, data: data.join('\n') };
}
