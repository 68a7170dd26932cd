import { isList, isObject, objectOf, stringOf, textOrJson } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { ToolDefinition } from '@/lib/domain/trajectory';
import { unpacked } from '../messages/json-text';
import { numberedAttributes } from '../messages/numbered-attributes';

/** Definitions of the tools of a call, as lists of objects or of JSON texts, or numbered in the names of attributes. */
export function toolDefinitions(attributes: JsonObject): ToolDefinition[] {
  const listed = unpacked(attributes['gen_ai.tool.definitions'] ?? attributes['ai.prompt.tools']);
  const numbered = [
    ...numberedAttributes(attributes, 'llm.tools'),
    ...numberedAttributes(attributes, 'llm.request.functions'),
    ...numberedAttributes(attributes, 'gen_ai.request.functions'),
  ];
  const given = isList(listed) ? listed : numbered;
  return given
    .map(unpacked)
    .filter((one) => one !== undefined && isObject(one))
    .map(definitionOf);
}

/** A definition as OpenAI writes it, or flat, or OpenInference's `tool.json_schema`. */
function definitionOf(given: JsonObject): ToolDefinition {
  const held = schemaIn(given) ?? given;
  const told = isObject(held.function) ? held.function : held;
  const parameters = told.parameters ?? told.input_schema ?? told.inputSchema;
  return {
    name: stringOf(told.name),
    description: stringOf(told.description),
    parameters: parameters === undefined ? '{}' : textOrJson(parameters),
  };
}

function schemaIn({ tool }: JsonObject): JsonObject | null {
  const schema: JsonValue | undefined = unpacked(objectOf(tool).json_schema);
  return schema !== undefined && isObject(schema) ? schema : null;
}
