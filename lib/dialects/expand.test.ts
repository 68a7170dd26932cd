import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/domain/json';
import { betasAsSent } from './anthropic-threads';
import type { DialectReader } from './dialect';
import { READERS } from './known-dialects';
import { SeenConversations } from './seen-conversations';

const { openaiChat, openaiResponses, anthropicMessages } = READERS;
const user = (content: string) => ({ role: 'user', content });
const answer = (id: string, text: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});

function bodyOf(reader: DialectReader, asked: JsonObject, seen: SeenConversations): JsonObject {
  const expanded = reader.expand(asked, seen);
  if (!expanded.ok) throw new Error(JSON.stringify(expanded.body));
  return expanded.body;
}

/** A call and its reply, as the proxy keeps them. */
function exchange(
  reader: DialectReader,
  asked: JsonObject,
  reply: JsonObject,
  seen: SeenConversations,
): JsonObject {
  const expanded = bodyOf(reader, asked, seen);
  reader.keep?.(seen, { asked, expanded, reply });
  return expanded;
}

describe('bodies that hold their whole conversation', () => {
  it.each([
    [openaiChat, { model: 'm', messages: [user('Q')] }],
    [openaiResponses, { model: 'm', input: [user('Q')], store: false }],
    [openaiResponses, { model: 'm', input: 'Q', previous_response_id: null }],
    [anthropicMessages, { model: 'm', messages: [user('Q')] }],
  ])('are left as they are, also without a store: %#', (reader, body) => {
    expect(reader.expand(body, new SeenConversations())).toEqual({ ok: true, body });
    const expanded = reader.expand(body, null);
    expect(expanded.ok && expanded.body).toBe(body);
  });
});

describe('Responses', () => {
  it('rebuilds a chain of responses and keeps every other field', () => {
    const seen = new SeenConversations();
    exchange(
      openaiResponses,
      { input: 'Q1', instructions: 'S' },
      { id: 'r1', output: [answer('a1', 'A1')] },
      seen,
    );
    const second = { input: 'Q2', previous_response_id: 'r1', custom: 1 };
    exchange(openaiResponses, second, { id: 'r2', output: [answer('a2', 'A2')] }, seen);
    const third = { input: [user('Q3')], previous_response_id: 'r2', model: 'm' };
    expect(bodyOf(openaiResponses, third, seen)).toEqual({
      model: 'm',
      input: [user('Q1'), answer('a1', 'A1'), user('Q2'), answer('a2', 'A2'), user('Q3')],
    });
    expect(bodyOf(openaiResponses, second, seen)).toMatchObject({ custom: 1 });
    expect(bodyOf(openaiResponses, second, seen)).not.toHaveProperty('instructions');
  });

  it('rebuilds a conversation by its id, whether a text or an object', () => {
    const seen = new SeenConversations();
    seen.keepTurn('conv', { items: [user('Q0')], fields: {} });
    const first = { input: 'Q1', conversation: 'conv', store: false };
    exchange(openaiResponses, first, { id: 'r1', output: [answer('a1', 'A1')] }, seen);
    expect(bodyOf(openaiResponses, { input: 'Q2', conversation: { id: 'conv' } }, seen)).toEqual({
      input: [user('Q0'), user('Q1'), answer('a1', 'A1'), user('Q2')],
    });
  });

  it('replaces item references and skips items that the conversation holds already', () => {
    const seen = new SeenConversations();
    exchange(openaiResponses, { input: 'Q1' }, { id: 'r1', output: [answer('a1', 'A1')] }, seen);
    const reference = { type: 'item_reference', id: 'a1' };
    const input = [user('Q1'), reference, user('Q2')];
    expect(bodyOf(openaiResponses, { input }, seen).input).toEqual([
      user('Q1'),
      answer('a1', 'A1'),
      user('Q2'),
    ]);
    const continued = { input: [reference, user('Q2')], previous_response_id: 'r1' };
    expect(bodyOf(openaiResponses, continued, seen).input).toEqual([
      user('Q1'),
      answer('a1', 'A1'),
      user('Q2'),
    ]);
  });

  it.each([
    [{ input: 'Q', previous_response_id: 'r9' }, 400, 'previous_response_not_found'],
    [{ input: 'Q', conversation: 'c9' }, 404, 'conversation_not_found'],
    [{ input: [{ type: 'item_reference', id: 'a9' }] }, 404, 'item_not_found'],
    [{ input: 'Q', background: true }, 400, 'background_not_supported'],
  ])('refuses what the rollout has not seen: %#', (body, status, code) => {
    for (const seen of [new SeenConversations(), null])
      expect(openaiResponses.expand(body, seen)).toMatchObject({
        ok: false,
        status,
        body: { error: { code } },
      });
  });
});

describe('Anthropic threads', () => {
  const cached = { type: 'ephemeral' };
  const block = { type: 'text', text: 'Q1', cache_control: cached };
  const created = {
    model: 'm',
    system: [{ type: 'text', text: 'S', cache_control: cached }],
    tools: [{ name: 't', cache_control: cached }],
    thread: { type: 'create' },
    messages: [{ role: 'user', content: [block] }],
  };
  const reply = { id: 'msg_1', content: [{ type: 'tool_use', id: 'c', name: 't', input: {} }] };
  const continued = {
    model: 'm',
    thread: { type: 'continue', previous_message_id: 'msg_1' },
    messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }] }],
  };

  it('a later turn gets system text, tools and earlier messages, whose cache markers are spent', () => {
    const seen = new SeenConversations();
    const { thread, ...first } = created;
    expect(exchange(anthropicMessages, created, reply, seen)).toEqual(first);
    expect(thread).toBeDefined();
    expect(bodyOf(anthropicMessages, continued, seen)).toEqual({
      model: 'm',
      system: created.system,
      tools: created.tools,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Q1' }] },
        { role: 'assistant', content: reply.content },
        ...continued.messages,
      ],
    });
  });

  it('are refused with the codes that make the SDK send the whole conversation', () => {
    const details = (code: string) => ({ body: { error: { details: { error_code: code } } } });
    expect(anthropicMessages.expand(created, null)).toMatchObject(details('thread_unsupported_request'));
    expect(anthropicMessages.expand(continued, new SeenConversations())).toMatchObject(
      details('thread_not_found'),
    );
  });

  it('their beta is dropped from the header, others stay', () => {
    expect(betasAsSent('message-threads-2026-08-12')).toBeNull();
    expect(betasAsSent('a-2026, message-threads-2026-08-12,b')).toBe('a-2026,b');
  });

  it('replies outside of threads take no room', () => {
    const seen = new SeenConversations();
    const { thread, ...whole } = created;
    exchange(anthropicMessages, whole, reply, seen);
    expect(thread).toBeDefined();
    expect(seen.turn('msg_1')).toBeUndefined();
  });
});
