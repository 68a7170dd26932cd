import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunked, chunkSizes, joinedBytes } from '@/lib/testing/chunked-bytes';
import { SseSplitter } from './sse-splitter';

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n\uFEFF]/g, ''));
const line = fc.oneof(
  word.map((text) => `data: ${text}`),
  word.map((text) => `data:${text}`),
  word.map((text) => `event: ${text}`),
  word.map((text) => `: ${text}`),
  word,
);
/** A stream with one kind of line ends; the last block may lack its empty line. */
const stream = fc
  .tuple(fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), lineEnd, fc.boolean())
  .map(([blocks, end, isCut]) => {
    const text = blocks.map((lines) => `${lines.join(end)}${end}${end}`).join('');
    return new TextEncoder().encode(isCut ? text.slice(0, -end.length) : text);
  });

function split(bytes: Uint8Array, sizes: readonly number[]) {
  const splitter = new SseSplitter();
  const blocks = chunked(bytes, sizes).flatMap((chunk) => splitter.push(chunk));
  const last = splitter.end();
  return last === null ? blocks : [...blocks, last];
}

describe('SSE splitter', () => {
  it('finds the same blocks whatever the chunks', () => {
    fc.assert(
      fc.property(stream, chunkSizes, (bytes, sizes) => {
        expect(split(bytes, sizes)).toEqual(split(bytes, [bytes.length + 1]));
      }),
    );
  });

  it('finds the same blocks whatever the line ends', () => {
    const texts = fc.array(fc.array(line.filter(Boolean), { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(texts, lineEnd, chunkSizes, (blocks, end, sizes) => {
        const textOf = (ends: string) => blocks.map((lines) => `${lines.join(ends)}${ends}${ends}`).join('');
        const fields = (ends: string) =>
          split(new TextEncoder().encode(textOf(ends)), sizes).map(({ event, data }) => ({ event, data }));
        expect(fields(end)).toEqual(fields('\n'));
        expect(fields(end)).toHaveLength(blocks.length);
      }),
    );
  });

  it('loses and adds no byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), chunkSizes, (bytes, sizes) => {
        expect(joinedBytes(split(bytes, sizes).map((block) => block.bytes))).toEqual(Array.from(bytes));
      }),
    );
  });

  it('joins data lines and ignores comments and unknown fields', () => {
    const text = '\uFEFF: note\nevent: a\ndata: one\ndata:two\nid: 7\n\ndata\n\n: ping\n\n';
    const blocks = split(new TextEncoder().encode(text), [1]);
    expect(blocks.map(({ event, data }) => [event, data])).toEqual([
      ['a', 'one\ntwo'],
      ['', ''],
      ['', ''],
    ]);
  });

  it('tells whether a comment may be put in', () => {
    const splitter = new SseSplitter();
    const push = (text: string) => splitter.push(new TextEncoder().encode(text));
    expect(splitter.isBetweenBlocks).toBe(true);
    push('data: x\r\n\r');
    expect(splitter.isBetweenBlocks).toBe(false);
    push('\n');
    expect(splitter.isBetweenBlocks).toBe(true);
  });
});
