import type { InjectionState } from '@/lib/domain/injection-state';
import type { JsonObject } from '@/lib/domain/json';
import type { ReadRequest } from '@/lib/domain/model-call';
import { toolOfComponent } from '@/lib/domain/tool-agent';
import type { InjectedComponent } from './dialect';

/** Components of a candidate in a request: how they get there, and the proof that they are there. */

/** Where a dialect keeps its system text. */
export interface SystemPlaces {
  withSystemTexts(body: JsonObject, change: (text: string) => string): JsonObject;
  withTextFirst(body: JsonObject, text: string): JsonObject;
}

const MARKER = /\{\{waggle:([a-z][a-z0-9_-]{0,39})\}\}/g;

/** Markers are replaced first and in one pass, so a marker inside a component's text stays a text. */
export function injectInto(
  body: JsonObject,
  components: readonly InjectedComponent[],
  { withSystemTexts, withTextFirst }: SystemPlaces,
): JsonObject {
  const marked = new Map(
    components.filter(({ way }) => way === 'marker').map((each) => [each.name, each.text]),
  );
  const first = components.filter(({ way, text }) => way === 'prepend' && text !== '');
  const replaced =
    marked.size === 0
      ? body
      : withSystemTexts(body, (text) => text.replace(MARKER, (marker, name) => marked.get(name) ?? marker));
  return first.length === 0 ? replaced : withTextFirst(replaced, first.map(({ text }) => text).join('\n\n'));
}

/**
 * True where the model could read the whole text in this call: in a system text, a message that it did not write itself,
 * a tool's result or a tool's description. A component `tool.NAME` counts in the description of that tool only. White
 * space at the ends does not count, since templates trim it.
 */
export function provenIn(
  { system, messages, tools }: ReadRequest,
  text: string,
  component = 'system',
): boolean {
  const sought = text.trim();
  if (sought === '') return false;
  const holds = (read: string | undefined) => read?.includes(sought) === true;
  const described = toolOfComponent(component);
  if (described !== null)
    return tools.some(({ name, description }) => name === described && holds(description));
  return (
    system.some(holds) ||
    messages.some(
      ({ role, text, result }) => role !== 'assistant' && (holds(text) || holds(result?.content)),
    ) ||
    tools.some(({ description }) => holds(description))
  );
}

/** The state of each component, from all proxied calls of a rollout; null = the agent's calls are not proxied. */
export function injectionStates(
  components: readonly Pick<InjectedComponent, 'name' | 'text'>[],
  requests: readonly ReadRequest[] | null,
): Readonly<Record<string, InjectionState>> {
  const stateOf = (name: string, text: string): InjectionState => {
    if (text.trim() === '') return 'notApplicable';
    if (requests === null) return 'unproven';
    return requests.some((request) => provenIn(request, text, name)) ? 'proven' : 'failed';
  };
  return Object.fromEntries(components.map(({ name, text }) => [name, stateOf(name, text)]));
}
