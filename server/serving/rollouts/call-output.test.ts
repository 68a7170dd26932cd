import { describe, expect, it } from 'vitest';
import { CallOutput } from './call-output';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

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
    const reader = output.reader().getReader();
    output.write(bytes('one'));
    expect((await reader.read()).done).toBe(false);
    expect(output.isAwaited).toBe(true);
    await reader.cancel();
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
