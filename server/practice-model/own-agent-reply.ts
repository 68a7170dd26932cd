import type { AnswerKeys, KnownExample } from './answer-keys';
import type { TaughtCodes } from './generator-reply';
import { afterEffects } from './optional-effects';
import { isAnsweredRight } from './outcome';
import { wrongAnswer } from './plausible-answer';
import type { PracticeCall } from './practice-call';
import { NOTE_UNKNOWN_QUESTION, type OfferedTool, type PracticeReply, type ReplyCall } from './reply-shape';

/**
 * The next turn of an agent that a person wrote: its prompt has no first line that names a part to play. It calls the first
 * tool that is offered once, then answers with the answer alone. What its system text teaches decides as for the generator.
 */
export interface OwnAgentTurn {
  readonly taught: TaughtCodes;
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly OfferedTool[];
}

const UNKNOWN =
  'I do not know this question: the practice model is given the questions of a data set when a run on it starts.';

/** Undefined where the request is none of an agent: no tool is offered, and no message holds a known question. */
export function ownAgentReply(turn: OwnAgentTurn, call: PracticeCall): PracticeReply | undefined {
  const { messages, tools, taught, system } = turn;
  const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const example = knownExample(asked, call.keys);
  const [tool] = tools;
  if (example === undefined && tool === undefined) return undefined;
  const note = example === undefined ? NOTE_UNKNOWN_QUESTION : null;
  if (tool !== undefined && !messages.some(({ role }) => role === 'tool'))
    return { text: thought(tool, example, taught), note, call: callOf(tool, asked.join('\n')) };
  if (example === undefined) return { text: UNKNOWN, note };
  const isRight = afterEffects(
    isAnsweredRight(example.difficulty, taught.has(example.code)),
    { exampleId: example.exampleId, prompt: `${system}\n${asked.join('\n')}`, seed: call.seed },
    call.settings,
  );
  return { text: isRight ? example.expected : wrongAnswer(example), note };
}

/** Places of a message that may be the question: people put it below its context, or behind a word such as "Question:". */
const PLACES_MAX = 40;

function knownExample(asked: readonly string[], keys: AnswerKeys): KnownExample | undefined {
  for (const text of asked) {
    const paragraphs = text.split(/\n\s*\n/);
    const ends = paragraphs.map((_, at) => paragraphs.slice(at).join('\n\n'));
    const places = [...ends, ...paragraphs, ...text.split('\n')].slice(0, PLACES_MAX);
    for (const place of places) {
      const example = keys.find(place) ?? keys.find(place.replace(/^\s*[A-Z][a-z]+:\s/, ''));
      if (example !== undefined) return example;
    }
  }
  return undefined;
}

/** Names the lines of the playbook that it follows. */
function thought(tool: OfferedTool, example: KnownExample | undefined, taught: TaughtCodes): string {
  const ids = example === undefined || example.difficulty === 'easy' ? [] : (taught.get(example.code) ?? []);
  return [`I use ${tool.name} first.`, ...ids.map((id) => `[${id}]`)].join(' ');
}

const WORDS_MAX = 200;

/** Arguments by the schema, from the question's own numbers and words: its last two make a quotient where a text is asked. */
function callOf({ name, parameters }: OfferedTool, asked: string): ReplyCall {
  const numbers = (asked.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? []).map((text) =>
    Number(text.replaceAll(',', '')),
  );
  const text = numbers.length >= 2 ? numbers.slice(-2).join(' / ') : asked.slice(0, WORDS_MAX);
  const argumentsOf = propertiesOf(parameters).map(([property, schema], at) => {
    const [choice] = Array.isArray(schema.enum) ? schema.enum : [];
    return [property, choice ?? exampleValue(schema.type, text, numbers[at] ?? 0)];
  });
  return { name, arguments: JSON.stringify(Object.fromEntries(argumentsOf)) };
}

function exampleValue(type: unknown, text: string, number: number): unknown {
  if (type === 'number') return number;
  if (type === 'integer') return Math.round(number);
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return type === 'object' ? {} : text;
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The required ones, or all where none is marked so. */
function propertiesOf(parameters: unknown): readonly (readonly [string, Schema])[] {
  if (!isSchema(parameters) || !isSchema(parameters.properties)) return [];
  const { required } = parameters;
  const all = Object.entries(parameters.properties).filter((entry): entry is [string, Schema] =>
    isSchema(entry[1]),
  );
  return Array.isArray(required) && required.length > 0
    ? all.filter(([name]) => required.includes(name))
    : all;
}
