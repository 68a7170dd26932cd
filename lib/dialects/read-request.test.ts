import { describe, expect, it } from 'vitest';
import { READERS } from './known-dialects';

const { openaiChat, openaiResponses, anthropicMessages } = READERS;

describe('requests are read', () => {
  it('chat: system text, parts, calls, results, tools and settings', () => {
    const request = openaiChat.readRequest({
      model: 'm',
      stream: true,
      messages: [
        { role: 'developer', content: 'S' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: 'u' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'R',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"x":' } },
            { id: 'c2', type: 'custom', custom: { name: 'g', input: 'raw' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"error":"no"}' },
        { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'ok' }] },
        { role: 'system', content: 'late' },
      ],
      tools: [
        { type: 'function', function: { name: 'f', description: 'F.', parameters: { type: 'object' } } },
      ],
      max_completion_tokens: 50,
      stop: ['\n'],
    });
    expect(request).toEqual({
      model: 'm',
      stream: true,
      system: ['S'],
      messages: [
        { role: 'user', text: 'Look:\n[image]' },
        {
          role: 'assistant',
          text: '',
          reasoning: 'R',
          toolCalls: [
            { id: 'c1', name: 'f', arguments: '{"x":' },
            { id: 'c2', name: 'g', arguments: 'raw' },
          ],
        },
        { role: 'tool', text: '', result: { callId: 'c1', content: '{"error":"no"}', isError: false } },
        { role: 'tool', text: '', result: { callId: 'c2', content: 'ok', isError: false } },
        { role: 'system', text: 'late' },
      ],
      tools: [{ name: 'f', description: 'F.', parameters: '{"type":"object"}' }],
      outputMax: 50,
      settings: { max_completion_tokens: 50, stop: ['\n'] },
      refersTo: null,
      itemReferences: [],
    });
  });

  it('chat: functions of the old form', () => {
    const called = { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } };
    const answered = { role: 'function', name: 'f', content: 'ok' };
    const request = openaiChat.readRequest({
      model: 'm',
      messages: [called, answered],
      functions: [{ name: 'f' }],
    });
    expect(request.messages[0]?.toolCalls).toEqual([{ id: '', name: 'f', arguments: '{}' }]);
    expect(request.messages[1]?.result).toEqual({ callId: null, content: 'ok', isError: false });
    expect(request.tools.map(({ name }) => name)).toEqual(['f']);
  });

  it('Responses: items of one answer are one message, and built-in tools are calls', () => {
    const request = openaiResponses.readRequest({
      model: 'm',
      instructions: 'S',
      previous_response_id: 'resp_0',
      input: [
        { role: 'system', content: 'T' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Q' },
            { type: 'input_file', file_id: 'f' },
          ],
        },
        { type: 'item_reference', id: 'msg_9' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'R' }] },
        { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { query: 'q' } },
        { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'ok' }] },
        { type: 'compaction_trigger' },
      ],
      tools: [{ type: 'web_search' }, { type: 'function', name: 'f', parameters: {} }],
    });
    expect(request.system).toEqual(['S', 'T']);
    expect(request.refersTo).toEqual({ kind: 'response', id: 'resp_0' });
    expect(request.itemReferences).toEqual(['msg_9']);
    expect(request.messages).toEqual([
      { role: 'user', text: 'Q\n[file]' },
      {
        role: 'assistant',
        text: 'A',
        reasoning: 'R',
        toolCalls: [
          { id: 'c1', name: 'f', arguments: '{}' },
          { id: 'ws_1', name: 'web_search', arguments: '{"action":{"query":"q"}}' },
        ],
        itemId: 'msg_1',
      },
      { role: 'tool', text: '', result: { callId: 'c1', content: 'ok', isError: false } },
      { role: 'user', text: '[compaction_trigger]' },
    ]);
    expect(request.tools.map(({ name }) => name)).toEqual(['web_search', 'f']);
  });

  it('Anthropic: blocks, results of tools, thinking and tools of the provider', () => {
    const request = anthropicMessages.readRequest({
      model: 'm',
      max_tokens: 70,
      system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
      thread: { type: 'continue', previous_message_id: 'msg_0' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: {} },
            { type: 'text', text: 'Q' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'R', signature: 's' },
            { type: 'text', text: 'A' },
            { type: 'tool_use', id: 't1', name: 'f', input: { x: 1 } },
            { type: 'server_tool_use', id: 't2', name: 'web_search', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 't2', content: [{ type: 'web_search_result' }] },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true },
            { type: 'text', text: 'go on' },
          ],
        },
        { role: 'system', content: 'late' },
      ],
      tools: [
        { name: 'f', description: 'F.', input_schema: {} },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
    });
    expect(request.system).toEqual(['S']);
    expect(request.outputMax).toBe(70);
    expect(request.refersTo).toEqual({ kind: 'thread', id: 'msg_0' });
    expect(request.messages).toEqual([
      { role: 'user', text: '[image]\nQ' },
      {
        role: 'assistant',
        text: 'A',
        reasoning: 'R',
        toolCalls: [
          { id: 't1', name: 'f', arguments: '{"x":1}' },
          { id: 't2', name: 'web_search', arguments: '{}' },
        ],
      },
      { role: 'tool', text: '', result: { callId: 't2', content: '[web_search_result]', isError: false } },
      { role: 'tool', text: '', result: { callId: 't1', content: 'no', isError: true } },
      { role: 'user', text: 'go on' },
      { role: 'system', text: 'late' },
    ]);
    expect(request.tools.map(({ name }) => name)).toEqual(['f', 'web_search']);
  });

  it.each([
    [openaiChat, { model: 'm' }, 'messages'],
    [openaiChat, { messages: [] }, 'model'],
    [anthropicMessages, { model: 'm', messages: 'x' }, 'messages'],
    [openaiResponses, { input: 'x' }, 'model'],
  ])(
    'a body without a required field is refused with a sentence that names it: %#',
    (reader, body, field) => {
      expect(() => reader.readRequest(body)).toThrow(field);
    },
  );
});

describe('replies are read', () => {
  it('cached tokens are part of the tokens in, in every dialect', () => {
    const usages = [
      openaiChat.readReply({
        usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
      }),
      openaiResponses.readReply({
        usage: { input_tokens: 9, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } },
      }),
      anthropicMessages.readReply({
        usage: {
          input_tokens: 3,
          output_tokens: 2,
          cache_read_input_tokens: 4,
          cache_creation_input_tokens: 2,
        },
      }),
    ].map(({ usage }) => usage);
    expect(usages).toEqual(Array(3).fill({ tokensIn: 9, tokensOut: 2, tokensCached: 4 }));
  });

  it('a reply without counts has no usage', () => {
    for (const reader of Object.values(READERS)) expect(reader.readReply({}).usage).toBeNull();
  });

  it('a refusal of the model is its text', () => {
    const message = { role: 'assistant', content: null, refusal: 'No.' };
    expect(openaiChat.readReply({ choices: [{ message, finish_reason: 'stop' }] }).message.text).toBe('No.');
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }];
    expect(openaiResponses.readReply({ output }).message.text).toBe('No.');
  });
});
