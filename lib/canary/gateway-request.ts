import type { ServedPrompt } from '@/lib/domain/flag';

/**
 * A chat request on its way through the gateway, as values: the slot's prompt goes in front, the caller's own messages
 * follow, and what a model said becomes one text that can be scored. Knows no HTTP, no provider and no canary.
 *
 * Joined like this: where the caller's first message is a system message of its own, both become one, the slot's prompt
 * first and an empty line between; models whose templates know a single system message take it so. A prompt that a run
 * measured brings the form in which questions were put to it (`question_form`): a request with one plain message of a
 * user is put in that form, so that the model reads what it read in the measurement. Any other message stays as it was sent.
 */
export interface ChatMessageSent {
  readonly role: string;
  readonly content?: unknown;
}

export interface ChatRequest extends Readonly<Record<string, unknown>> {
  readonly model?: string | undefined;
  readonly messages: readonly ChatMessageSent[];
  readonly stream?: boolean | null | undefined;
}

/** Parameters that a served prompt may fix; it was measured with them, so they win over the caller's. */
const FIXED_BY_PROMPT = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'reasoning_effort',
] as const;

/** In a served prompt's parameters: the user message of a measurement, with this place for the question. */
const QUESTION_FORM = 'question_form';
const QUESTION_PLACE = '{question}';

export function withServedPrompt(request: ChatRequest, prompt: ServedPrompt, model: string): ChatRequest {
  const fixed = FIXED_BY_PROMPT.filter((name) => prompt.params[name] !== undefined);
  const params = Object.fromEntries(fixed.map((name) => [name, prompt.params[name]]));
  const { response_format: format, [QUESTION_FORM]: form } = prompt.params;
  const asked = typeof form === 'string' ? inForm(form, request.messages) : request.messages;
  return {
    ...request,
    ...params,
    ...(typeof format === 'string' ? { response_format: { type: format } } : {}),
    model,
    messages: joined(prompt.text, asked),
  };
}

/** A conversation, a picture or a question that has the form already is left as it is. */
function inForm(form: string, messages: readonly ChatMessageSent[]): readonly ChatMessageSent[] {
  const [asked, ...more] = messages.filter(({ role }) => role !== 'system');
  const [before = '', after = ''] = form.split(QUESTION_PLACE);
  if (asked?.role !== 'user' || more.length > 0 || typeof asked.content !== 'string') return messages;
  if (asked.content.startsWith(before)) return messages;
  const content = `${before}${withoutClosing(after.trim(), asked.content)}${after}`;
  return messages.map((message) => (message === asked ? { ...message, content } : message));
}

/** The question with its closing tags escaped, as in measurements, so that it cannot end the part that contains it. */
function withoutClosing(tag: string, question: string): string {
  const name = /^<\/(\w+)>/.exec(tag)?.[1];
  return name === undefined
    ? question
    : question.replace(new RegExp(`<(?=\\s*/\\s*${name}\\b)`, 'gi'), '&lt;');
}

function joined(text: string, messages: readonly ChatMessageSent[]): readonly ChatMessageSent[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: text }, ...messages];
  const content = Array.isArray(first.content)
    ? [{ type: 'text', text: `${text}\n\n` }, ...first.content]
    : `${text}\n\n${textOf(first.content)}`;
  return [{ ...first, content }, ...rest];
}

/** The same question for the other prompt: in one piece, one answer, nothing kept at the provider. */
export function asMirrored(request: ChatRequest): ChatRequest {
  const { stream: _stream, stream_options: _options, store: _store, ...rest } = request;
  return rest.n === undefined ? rest : { ...rest, n: 1 };
}

/** Whether the request uses tools: the gateway mirrors such a request only where the slot allows it. */
export function hasTools(request: ChatRequest): boolean {
  const given = (value: unknown) => Array.isArray(value) && value.length > 0;
  const usesThem = ({ role }: ChatMessageSent) => role === 'tool' || role === 'function';
  return given(request.tools) || given(request.functions) || request.messages.some(usesThem);
}

export interface Question {
  /** The last message of the user. */
  readonly question: string;
  /** Messages before the question, one line each. */
  readonly context: string;
}

/** The part of a request that an evaluator sees: never the served prompt, which would reveal the side. */
export function questionOf(messages: readonly ChatMessageSent[]): Question {
  const said = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  const last = said.findLastIndex(({ role }) => role === 'user');
  const before = said.filter((_, index) => index !== last);
  return {
    question: said[last]?.text ?? '',
    context: before.map(({ role, text }) => `${role}: ${text}`).join('\n'),
  };
}

/** Texts of a message; of pictures and the like only that they were there. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      const { type, text } = (part ?? {}) as { readonly type?: unknown; readonly text?: unknown };
      return typeof text === 'string' ? text : `[${typeof type === 'string' ? type : 'part'}]`;
    })
    .join('');
}

export interface ToolCallSaid {
  readonly name: string;
  readonly arguments: string;
}

/** An answer as it is compared: its text, then what it asked of tools, as text. Nothing is ever executed. */
export function answerText(text: string, calls: readonly ToolCallSaid[]): string {
  const asked = calls.map((call) => `tool call ${call.name}(${call.arguments})`);
  return [text, ...asked].filter((part) => part !== '').join('\n');
}
