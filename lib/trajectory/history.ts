import type { CallMessage, ReadRequest } from '@/lib/domain/model-call';

/** A request as a path: its system text, then its messages. */
export interface History {
  readonly system: string;
  readonly messages: readonly CallMessage[];
}

/** System messages before the first other one count as system text, wherever the dialect puts them. */
export function readHistory(request: ReadRequest): History {
  const first = request.messages.findIndex(({ role }) => role !== 'system');
  const head = first < 0 ? request.messages : request.messages.slice(0, first);
  const inMessages = new Set(
    request.messages.filter(({ role }) => role === 'system').map(({ text }) => text),
  );
  const apart = request.system.filter((text) => !inMessages.has(text));
  const system = [...apart, ...head.map(({ text }) => text)].join('\n\n');
  return { system, messages: request.messages.slice(head.length) };
}

/** The run of assistant messages from a place on, then its first message alone. */
export function runsFrom(messages: readonly CallMessage[], from: number): (readonly CallMessage[])[] {
  const end = messages.findIndex(({ role }, index) => index > from && role !== 'assistant');
  const run = messages.slice(from, end < 0 ? messages.length : end);
  return run.length > 1 ? [run, run.slice(0, 1)] : [run];
}
