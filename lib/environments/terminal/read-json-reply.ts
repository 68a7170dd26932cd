import { firstObject, objectAmongText, withClosingBraces } from './json-extent';
import {
  completedReply,
  DURATION_SECONDS,
  failedReply,
  newlineWarning,
  orderWarning,
  type TerminalCommand,
  type TerminalReply,
} from './terminal-reply';

/** A reply in JSON: analysis, plan, commands, task_complete. A reply that cannot be read is repaired where one way fits. */
const FIELDS = ['analysis', 'plan', 'commands'] as const;

type Fields = Readonly<Record<string, unknown>>;

export function readJsonReply(text: string): TerminalReply {
  const { reply, isJson } = attempt(text);
  if (reply.error === null) return reply;
  const closed = isJson ? null : withClosingBraces(text);
  return (
    repaired(closed, 'Closing braces were added') ??
    repaired(objectAmongText(text), 'The JSON was taken out of other text') ??
    reply
  );
}

function repaired(text: string | null, repair: string): TerminalReply | null {
  if (text === null) return null;
  const { reply } = attempt(text);
  if (reply.error !== null) return null;
  return { ...reply, warnings: [`${repair}; write complete JSON and nothing else.`, ...reply.warnings] };
}

function attempt(text: string): { readonly reply: TerminalReply; readonly isJson: boolean } {
  const found = firstObject(text);
  if (found === null) return { reply: failedReply('The reply holds no JSON object.', []), isJson: false };
  const warnings = [
    ...(found.hasTextBefore ? ['There is other text before the JSON object.'] : []),
    ...(found.hasTextAfter ? ['There is other text after the JSON object.'] : []),
  ];
  const document = parsed(found.json);
  if ('fault' in document)
    return { reply: failedReply(`The JSON cannot be read: ${document.fault}`, warnings), isJson: false };
  return { reply: replyOf(document.fields, found.json, warnings), isJson: true };
}

function parsed(json: string): { readonly fields: Fields } | { readonly fault: string } {
  try {
    return { fields: JSON.parse(json) as Fields };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'it is damaged' };
  }
}

function replyOf(fields: Fields, json: string, given: readonly string[]): TerminalReply {
  const missing = FIELDS.filter((field) => !Object.hasOwn(fields, field));
  if (missing.length > 0) return failedReply(`These fields are missing: ${missing.join(', ')}.`, given);
  const warnings = [
    ...given,
    ...['analysis', 'plan'].flatMap((field) =>
      typeof fields[field] === 'string' ? [] : [`The field "${field}" is no text.`],
    ),
  ];
  const { commands } = fields;
  if (!Array.isArray(commands)) return failedReply('The field "commands" is no list.', warnings);
  warnings.push(
    ...orderWarning(FIELDS.map((field) => [field, json.search(new RegExp(`"${field}"\\s*:`))])),
    ...completionWarning(fields.task_complete),
  );
  const isTaskComplete = isComplete(fields.task_complete);
  const read: TerminalCommand[] = [];
  for (const [index, command] of commands.entries()) {
    const result = commandOf(command, index, commands.length);
    if (typeof result === 'string')
      return isTaskComplete ? completedReply([...warnings, result]) : failedReply(result, warnings);
    read.push(result.command);
    warnings.push(...result.warnings);
  }
  return { commands: read, isTaskComplete, error: null, warnings };
}

/** The command, or why there is none. */
function commandOf(
  value: unknown,
  index: number,
  commands: number,
): { readonly command: TerminalCommand; readonly warnings: readonly string[] } | string {
  const name = `Command ${index + 1}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} is no object.`;
  const { keystrokes, duration, ...others } = value as Fields;
  if (keystrokes === undefined) return `${name} has no "keystrokes".`;
  if (typeof keystrokes !== 'string') return `${name} has "keystrokes" that are no text.`;
  const isDuration = typeof duration === 'number' || typeof duration === 'boolean';
  const durationSeconds = isDuration ? Number(duration) : DURATION_SECONDS;
  const unknown = Object.keys(others);
  const warnings = [
    ...(isDuration ? [] : [`${name} has no number as "duration"; ${DURATION_SECONDS} second is used.`]),
    ...(unknown.length === 0 ? [] : [`${name} has unknown fields: ${unknown.join(', ')}.`]),
    ...newlineWarning(keystrokes, index, commands),
  ];
  return { command: { keystrokes, durationSeconds }, warnings };
}

function completionWarning(value: unknown): string[] {
  const isKnown = value === undefined || value === null || ['boolean', 'string'].includes(typeof value);
  return isKnown ? [] : ['The field "task_complete" is neither true nor false.'];
}

/** Other kinds of values count as Python's truth has it: a number that is not 0, a list or an object with something in it. */
function isComplete(value: unknown): boolean {
  if (typeof value === 'string') return ['true', '1', 'yes'].includes(value.toLowerCase());
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
