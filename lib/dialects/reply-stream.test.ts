import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/domain/json';
import { DIALECTS, type Dialect } from '@/lib/domain/trajectory';
import { chunked, chunkSizes, joinedBytes } from '@/lib/testing/chunked-bytes';
import { WIRES } from '@/lib/testing/scripted-endpoint/known-wires';
import { READERS } from './known-dialects';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const call = fc.record({
  name: fc.constantFrom('lookup', 'add'),
  input: fc.dictionary(text, text, { maxKeys: 3 }),
});
const turn = fc.record(
  { text, reasoning: text, calls: fc.array(call, { maxLength: 3 }), isCutAtLimit: fc.boolean() },
  { requiredKeys: [] },
);
const dialects = fc.constantFrom(...DIALECTS);
const encoder = new TextEncoder();

const STREAMED: JsonObject = { model: 'm', stream: true };
const WITH_USAGE: JsonObject = { ...STREAMED, stream_options: { include_usage: true } };

function pass(dialect: Dialect, events: readonly string[], sizes: readonly number[], asked: JsonObject) {
  const stream = READERS[dialect].stream(asked);
  const forwarded = chunked(encoder.encode(events.join('')), sizes).flatMap((chunk) => stream.push(chunk));
  const ended = stream.end();
  return { ...ended, forwarded: joinedBytes([...forwarded, ...ended.forward]) };
}

const bytesOf = (events: readonly string[]) => Array.from(encoder.encode(events.join('')));

describe('a streamed reply', () => {
  it('equals the same reply without streaming, and its bytes are forwarded unchanged', () => {
    fc.assert(
      fc.property(dialects, turn, chunkSizes, (dialect, scripted, sizes) => {
        const wire = WIRES[dialect]({ ordinal: 1, body: WITH_USAGE, turn: scripted });
        const passed = pass(dialect, wire.events, sizes, WITH_USAGE);
        expect(passed.reply).toEqual(READERS[dialect].readReply(wire.body));
        expect(passed.reply.usage).toEqual(wire.usage);
        expect(passed.whole).toBe(true);
        expect(passed.forwarded).toEqual(bytesOf(wire.events));
      }),
    );
  });

  it('loses the usage chunk that the agent did not ask for, and nothing else', () => {
    fc.assert(
      fc.property(turn, chunkSizes, (scripted, sizes) => {
        const wire = WIRES.openaiChat({ ordinal: 1, body: WITH_USAGE, turn: scripted });
        const passed = pass('openaiChat', wire.events, sizes, STREAMED);
        const others = wire.events.filter((_, index) => index !== wire.events.length - 2);
        expect(passed.forwarded).toEqual(bytesOf(others));
        expect(passed.reply.usage).toEqual(wire.usage);
      }),
    );
  });

  it('is not whole when it was cut before its end, and keeps what was received', () => {
    fc.assert(
      fc.property(dialects, turn, fc.nat(), chunkSizes, (dialect, scripted, cut, sizes) => {
        const { events } = WIRES[dialect]({ ordinal: 1, body: STREAMED, turn: scripted });
        // A chat reply is whole with its finish reason; its last event is [DONE].
        const kept = events.slice(0, cut % (events.length - (dialect === 'openaiChat' ? 2 : 0)));
        const passed = pass(dialect, kept, sizes, WITH_USAGE);
        expect(passed.whole).toBe(false);
        expect((scripted.text ?? '').startsWith(passed.reply.message.text)).toBe(true);
        expect(passed.forwarded).toEqual(bytesOf(kept));
      }),
    );
  });

  it('is read from its items where the last event of Responses has none', () => {
    fc.assert(
      fc.property(turn, (scripted) => {
        const wire = WIRES.openaiResponses({ ordinal: 1, body: STREAMED, turn: scripted });
        const [last = ''] = wire.events.slice(-1);
        const bare = last.replace(/"output":\[.*\],"usage"/, '"output":[],"usage"');
        const passed = pass('openaiResponses', [...wire.events.slice(0, -1), bare], [1000], STREAMED);
        expect(passed.reply).toEqual(READERS.openaiResponses.readReply(wire.body));
      }),
    );
  });

  it.each([
    { dialect: 'openaiChat' as const, event: 'data: {"error":{"message":"overloaded"}}\n\n' },
    {
      dialect: 'openaiResponses' as const,
      event: 'event: error\ndata: {"type":"error","message":"overloaded"}\n\n',
    },
    {
      dialect: 'openaiResponses' as const,
      event: 'data: {"type":"response.failed","response":{"error":{"message":"overloaded"}}}\n\n',
    },
    {
      dialect: 'anthropicMessages' as const,
      event:
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}\n\n',
    },
  ])('$dialect: an error of the provider is no whole reply', ({ dialect, event }) => {
    const { events } = WIRES[dialect]({ ordinal: 1, body: STREAMED, turn: { text: 'half' } });
    const passed = pass(dialect, [...events.slice(0, 3), event], [7], STREAMED);
    expect(passed.whole).toBe(false);
    expect(passed.error).toContain('overloaded');
  });

  it('keeps the arguments of a call that was cut as they were written', () => {
    const turn = { calls: [{ name: 'add', input: { first: 'a long text that is cut' } }] };
    const written = DIALECTS.map((dialect) => {
      const { events } = WIRES[dialect]({ ordinal: 1, body: STREAMED, turn });
      return pass(dialect, events.slice(0, 5), [50], STREAMED).reply.message.toolCalls?.[0];
    });
    for (const call of written) {
      expect(call?.name).toBe('add');
      expect(JSON.stringify(turn.calls[0]?.input).startsWith(call?.arguments ?? 'none')).toBe(true);
      expect(call?.arguments).toMatch(/^\{"first/);
    }
  });

  it('Anthropic: later counts replace earlier ones, and counts that do not apply replace none', () => {
    const start = { input_tokens: 5, cache_read_input_tokens: 2, output_tokens: 1 };
    const events = [
      { type: 'message_start', message: { usage: start } },
      {
        type: 'message_delta',
        delta: {},
        usage: { input_tokens: 6, cache_read_input_tokens: null, output_tokens: 9 },
      },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    const { reply } = pass('anthropicMessages', events, [30], STREAMED);
    expect(reply.usage).toEqual({ tokensIn: 8, tokensOut: 9, tokensCached: 2 });
  });

  it('reads chat calls of providers that send no index', () => {
    const chunk = (calls: object[]) =>
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: calls } }] })}\n\n`;
    const part = (id: string | undefined, input: string) => ({
      id,
      function: { name: id && 'add', arguments: input },
    });
    const events = [chunk([part('a', '{"x"')]), chunk([part(undefined, ':1}')]), chunk([part('b', '{}')])];
    const { reply } = pass('openaiChat', events, [9], STREAMED);
    expect(reply.message.toolCalls).toEqual([
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'add', arguments: '{}' },
    ]);
  });
});
