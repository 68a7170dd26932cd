import { describe, expect, it } from 'vitest';
import { CallOutput } from './call-output';

const bytes = (text: string) => new TextEncoder().encode(text);
async function textOf(reader: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of reader) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

describe('the reply to a proxied call', () => {
  it('is read whole by everyone who asks while it comes, from its start', async () => {
    const output = new CallOutput();
    const first = textOf(output.reader());
    output.write(bytes('one '));
    const second = textOf(output.reader());
    output.write(bytes('two'));
    expect(output.isDelivered).toBe(false);
    output.end();
    expect(await Promise.all([first, second])).toEqual(['one two', 'one two']);
    expect(output.isDelivered).toBe(true);
  });

  it('is not delivered to a reader that hangs up, and then no reader awaits it', async () => {
    const output = new CallOutput();
    const reader = output.reader();
    const pieces = reader[Symbol.asyncIterator]();
    output.write(bytes('one'));
    expect((await pieces.next()).done).toBe(false);
    expect(output.isAwaited).toBe(true);
    const waiting = pieces.next();
    await reader.hangUp();
    expect((await waiting).done).toBe(true);
    expect(output.isAwaited).toBe(false);
    output.end();
    expect(output.isDelivered).toBe(false);
    expect(await textOf(output.reader())).toBe('one');
  });

  it('breaks off where the provider does', async () => {
    const output = new CallOutput();
    const read = textOf(output.reader());
    output.write(bytes('one'));
    output.end(true);
    await expect(read).rejects.toThrow();
    expect(output.isDelivered).toBe(false);
  });
});
