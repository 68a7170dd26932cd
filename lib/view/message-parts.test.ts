import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessageParts } from './message-parts';

describe('the parts of a message', () => {
  it('leaves prose as it was written, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = readMessageParts(`said: ${text.replaceAll('<tool_call>', '')}`);
        expect(parts).toEqual([{ kind: 'prose', text: `said: ${text.replaceAll('<tool_call>', '')}` }]);
      }),
    );
  });

  it('knows data from a text that only begins like data', () => {
    expect(readMessageParts('{"answer": 4}')).toEqual([{ kind: 'json', value: { answer: 4 } }]);
    expect(readMessageParts('[id-1] helpful=0 :: Check.')[0]?.kind).toBe('prose');
  });

  it('reads tool calls with their arguments from a reply of functions', () => {
    const reply = {
      content: 'I look it up.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } }],
    };
    expect(readMessageParts(JSON.stringify(reply))).toEqual([
      { kind: 'prose', text: 'I look it up.' },
      { kind: 'toolCall', callId: 'c1', name: 'find', given: { q: 'x' } },
    ]);
  });

  it('reads blocks of a tool and its result', () => {
    const blocks = [
      { type: 'tool_use', id: 'u1', name: 'run', input: { n: 1 } },
      { type: 'tool_result', tool_use_id: 'u1', content: 'done' },
    ];
    expect(readMessageParts(JSON.stringify(blocks))).toEqual([
      { kind: 'toolCall', callId: 'u1', name: 'run', given: { n: 1 } },
      { kind: 'toolResult', callId: 'u1', value: 'done' },
    ]);
  });

  it('reads a tagged call between prose, and leaves a broken one as prose', () => {
    const parts = readMessageParts(
      'First.\n<tool_call>{"name":"add","arguments":{"a":1}}</tool_call>\nThen.',
    );
    expect(parts.map(({ kind }) => kind)).toEqual(['prose', 'toolCall', 'prose']);
    expect(readMessageParts('<tool_call>{"name":</tool_call>')[0]?.kind).toBe('prose');
  });

  it('shows a list of mixed blocks whole, as data', () => {
    const mixed = [{ type: 'text', text: 'a' }, { other: 1 }];
    expect(readMessageParts(JSON.stringify(mixed))).toEqual([{ kind: 'json', value: mixed }]);
  });
});
