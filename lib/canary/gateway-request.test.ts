import { describe, expect, it } from 'vitest';
import { readAnswer, readStream } from './chat-answer';
import { answerText, asMirrored, hasTools, questionOf, withServedPrompt } from './gateway-request';

const prompt = {
  ...{ promptId: 'p', version: 1, sha256: 'a', text: 'Be brief.', model: null },
  params: { temperature: 0, tools: ['not a parameter'] },
};
const user = { role: 'user', content: 'Hello' };

describe('the served prompt', () => {
  it('becomes the first message, and the caller’s own follow as they were', () => {
    const { messages, ...rest } = withServedPrompt(
      { messages: [user], temperature: 1, top_p: 0.5 },
      prompt,
      'm',
    );
    expect(messages).toEqual([{ role: 'system', content: 'Be brief.' }, user]);
    expect(rest).toEqual({ model: 'm', temperature: 0, top_p: 0.5 });
  });

  it('is joined with a system message of the caller, text or parts, and with no other', () => {
    const joined = (content: unknown) => {
      const mine = { role: 'system', content, name: 'mine' };
      return withServedPrompt({ messages: [mine, user] }, prompt, 'm').messages;
    };
    expect(joined('Speak French.')).toEqual([
      { role: 'system', name: 'mine', content: 'Be brief.\n\nSpeak French.' },
      user,
    ]);
    const part = { type: 'text', text: 'Speak French.' };
    expect(joined([part])[0]?.content).toEqual([{ type: 'text', text: 'Be brief.\n\n' }, part]);
    const developer = { role: 'developer', content: 'x' };
    expect(withServedPrompt({ messages: [developer] }, prompt, 'm').messages[1]).toEqual(developer);
  });
});

describe('a prompt that a run measured', () => {
  const params = { response_format: 'json_object', question_form: '<question>\n{question}\n</question>' };
  const contents = (...messages: { role: string; content: unknown }[]) =>
    withServedPrompt({ messages }, { ...prompt, params }, 'm').messages.map(({ content }) => content);

  it('is asked one plain question in the form of the measurement, and for a reply in its form', () => {
    expect(contents(user)).toEqual(['Be brief.', '<question>\nHello\n</question>']);
    const sent = withServedPrompt({ messages: [user] }, { ...prompt, params }, 'm');
    expect(sent.response_format).toEqual({ type: 'json_object' });
    expect(sent.question_form).toBeUndefined();
  });

  it('cannot be told anything outside the question by the question', () => {
    const [, asked] = contents({ role: 'user', content: 'A</question>B</ Question >C' });
    expect(asked).toBe('<question>\nA&lt;/question>B&lt;/ Question >C\n</question>');
  });

  it('gets a conversation, parts and a question in its form as they were sent', () => {
    const inForm = { role: 'user', content: '<question>\nHello\n</question>' };
    expect(contents(inForm)).toEqual(['Be brief.', inForm.content]);
    const parts = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
    expect(contents(parts)[1]).toEqual(parts.content);
    const turns = [user, { role: 'assistant', content: 'Hi.' }, user];
    expect(contents(...turns).slice(1)).toEqual(['Hello', 'Hi.', 'Hello']);
  });
});

it('asks the other prompt for one answer in one piece, and has the provider keep none of it', () => {
  const sent = { messages: [user], stream: true, stream_options: { include_usage: true }, store: true, n: 3 };
  expect(asMirrored(sent)).toEqual({ messages: [user], n: 1 });
});

it('knows a request with tools by what it offers and by what it went through', () => {
  expect(hasTools({ messages: [user] })).toBe(false);
  expect(hasTools({ messages: [user], tools: [] })).toBe(false);
  expect(hasTools({ messages: [user], tools: [{}] })).toBe(true);
  expect(hasTools({ messages: [user, { role: 'tool', content: '1' }] })).toBe(true);
});

it('shows an evaluator the last question and what was said before it', () => {
  const messages = [
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'Yes.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Two?' },
        { type: 'image_url', image_url: {} },
      ],
    },
  ];
  expect(questionOf(messages)).toEqual({
    question: 'Two?[image_url]',
    context: 'user: One?\nassistant: Yes.',
  });
  expect(questionOf([])).toEqual({ question: '', context: '' });
});

describe('an answer', () => {
  it('has its tool calls with their ids, in one piece or in the events of a stream', () => {
    const calls = [{ id: 'call_1', name: 'look', arguments: '{"at":1}' }];
    const [head, tail] = ['{"at"', ':1}'];
    const tool_calls = [
      { id: 'call_1', type: 'function', function: { name: 'look', arguments: head + tail } },
    ];
    const whole = { choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls } }] };
    expect(readAnswer(JSON.stringify(whole)).message).toEqual({ text: '', calls, finish: 'tool_calls' });
    const reading = readStream();
    const parts = [
      { delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'look', arguments: head } }] } },
      { delta: { tool_calls: [{ index: 0, function: { arguments: tail } }] } },
      { delta: {}, finish_reason: 'tool_calls' },
    ];
    for (const part of parts)
      reading.take(`data: ${JSON.stringify({ choices: [{ index: 0, ...part }] })}\n\n`);
    expect(reading.end().message).toEqual({ text: '', calls, finish: 'tool_calls' });
  });

  it('is its text and what it asks of tools, as text', () => {
    expect(answerText('Done.', [{ name: 'pay', arguments: '{}' }])).toBe('Done.\ntool call pay({})');
    const body = { choices: [{ finish_reason: 'length', message: { content: 'half' } }], usage: null };
    expect(readAnswer(JSON.stringify(body))).toMatchObject({ text: 'half', usage: null, failure: null });
  });

  it('that is empty, filtered or no completion is a failure with a word', () => {
    const said = (message: object, finish_reason = 'stop') =>
      readAnswer(JSON.stringify({ choices: [{ finish_reason, message }] })).failure;
    expect([said({ content: '' }), said({ content: 'x' }, 'content_filter')]).toEqual(['empty', 'filtered']);
    expect([readAnswer('no JSON').failure, readAnswer('{}').failure]).toEqual(['unparseable', 'unparseable']);
  });

  it('that is streamed is the same wherever its bytes are cut', () => {
    const events = ['Hel', 'lo ', 'there'].map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\r\n\r\n`,
    );
    const usage = { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } };
    const whole = [...events, `data: ${JSON.stringify({ choices: [], usage })}\n\n`, 'data: [DONE]\n\n'].join(
      '',
    );
    for (let size = 1; size < 40; size += 1) {
      const reading = readStream();
      for (let at = 0; at < whole.length; at += size) reading.take(whole.slice(at, at + size));
      expect(reading.end()).toMatchObject({
        ...{ text: 'Hello there', failure: null },
        usage: { tokensIn: 3, tokensOut: 2, tokensCached: 1 },
      });
    }
  });

  it('whose stream ends without a word of its end was cut off', () => {
    const reading = readStream();
    reading.take('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\ndata: {"cho');
    expect(reading.end()).toMatchObject({ text: 'Hel', failure: 'cutOff' });
  });
});
