import { isObject } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { unpacked } from '../messages/json-text';

/**
 * The input of a function that OpenLLMetry's decorators wrap, which they write as `{"args": [], "kwargs": {}}`: its only
 * argument, or its named ones. Undefined = it was given nothing, or not recorded; several arguments are left as written.
 */
export function entityInput(attributes: JsonObject): JsonValue | undefined {
  const given = attributes['traceloop.entity.input'];
  const held = unpacked(given);
  if (!isObject(held) || !Array.isArray(held.args)) return given;
  const { args, kwargs } = held;
  const named = kwargs !== undefined && isObject(kwargs) ? kwargs : {};
  const isNamed = Object.keys(named).length > 0;
  if (args.length === 0) return isNamed ? named : undefined;
  return args.length === 1 && !isNamed ? args[0] : given;
}
