import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import { isList, isObject, stringOf } from './read-json';

/** Content of a message in any dialect: a text, or a list of parts, of which some are texts. */
type Content = JsonValue | undefined;

const NAMES: Readonly<Record<string, string>> = {
  image_url: 'image',
  input_image: 'image',
  input_audio: 'audio',
  input_file: 'file',
  document: 'file',
};

/** The texts of a content; parts that are not text are named, as in "[image]". */
export function textOf(content: Content, joint = '\n'): string {
  if (typeof content === 'string') return content;
  return isList(content) ? content.filter(isObject).map(textOfPart).join(joint) : '';
}

function textOfPart(part: JsonObject): string {
  if (typeof part.text === 'string') return part.text;
  if (typeof part.refusal === 'string') return part.refusal;
  const type = stringOf(part.type) || 'part';
  return `[${NAMES[type] ?? type}]`;
}

/** The same content with each text changed; all else of each part is kept, a cache marker too. */
export function withTexts(content: Content, change: (text: string) => string): Content {
  if (typeof content === 'string') return change(content);
  if (!isList(content)) return content;
  return content.map((part) =>
    isObject(part) && typeof part.text === 'string' ? { ...part, text: change(part.text) } : part,
  );
}

/** A text before the content, with an empty line between. */
export function withTextBefore(text: string, content: Content, partType = 'text'): JsonValue {
  if (isList(content) && content.length > 0) return [{ type: partType, text: `${text}\n\n` }, ...content];
  return typeof content === 'string' && content !== '' ? `${text}\n\n${content}` : text;
}

/** System texts before the conversation, and the conversation. */
export function splitSystem(messages: readonly CallMessage[]) {
  const start = messages.findIndex(({ role }) => role !== 'system');
  const end = start === -1 ? messages.length : start;
  return { system: messages.slice(0, end).map(({ text }) => text), messages: messages.slice(end) };
}
