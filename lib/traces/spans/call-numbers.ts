import { countOf, idOf, isList, objectOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallUsage } from '@/lib/domain/model-call';
import { unpacked } from '../messages/json-text';
import type { CallNumbers } from './model-call';

/** Names of one number or text, the current one first. */
const MODEL = [
  ...['gen_ai.response.model', 'ai.response.model', 'llm.model_name', 'gen_ai.request.model', 'ai.model.id'],
  ...['llm.response.model', 'llm.request.model', 'langfuse.observation.model.name'],
];
const FINISH = [
  ...['gen_ai.response.finish_reasons', 'ai.response.finishReason', 'llm.finish_reason'],
  ...['gen_ai.completion.0.finish_reason', 'llm.output_messages.0.message.finish_reason'],
];
const TOKENS_IN = [
  ...['gen_ai.usage.input_tokens', 'ai.usage.inputTokens', 'ai.usage.promptTokens', 'llm.token_count.prompt'],
  ...['gen_ai.usage.prompt_tokens', 'llm.usage.prompt_tokens'],
];
const TOKENS_OUT = [
  ...['gen_ai.usage.output_tokens', 'ai.usage.outputTokens', 'ai.usage.completionTokens'],
  ...['llm.token_count.completion', 'gen_ai.usage.completion_tokens', 'llm.usage.completion_tokens'],
];
const TOKENS_CACHED = [
  ...['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
  ...['ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'],
  'llm.token_count.prompt_details.cache_read',
];
const COST = ['gen_ai.usage.cost', 'llm.cost.total', 'operation.cost', 'gen_ai.usage.cost_usd'];

/** Model, finish reason, tokens and cost of a call, under every name that conventions gave them. */
export function callNumbers(attributes: JsonObject): CallNumbers {
  return {
    model: stringOf(firstOf(attributes, MODEL)),
    finish: finishOf(firstOf(attributes, FINISH)),
    usage: usageOf(attributes),
    costUsd: costOf(attributes),
  };
}

export function firstOf(attributes: JsonObject, names: readonly string[]): JsonValue | undefined {
  const name = names.find((one) => attributes[one] !== undefined && attributes[one] !== null);
  return name === undefined ? undefined : attributes[name];
}

function finishOf(value: JsonValue | undefined): string {
  const given = unpacked(value);
  return isList(given) ? (idOf(given[0]) ?? '') : stringOf(given);
}

/** Numbers come as text too, from senders that write 64-bit integers so. */
const numberOf = (value: JsonValue | undefined) =>
  typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;

function usageOf(attributes: JsonObject): CallUsage | null {
  const count = (names: readonly string[]) => countOf(numberOf(firstOf(attributes, names)));
  const isCounted = firstOf(attributes, [...TOKENS_IN, ...TOKENS_OUT]) !== undefined;
  if (isCounted)
    return { tokensIn: count(TOKENS_IN), tokensOut: count(TOKENS_OUT), tokensCached: count(TOKENS_CACHED) };
  const told = objectOf(unpacked(attributes['langfuse.observation.usage_details']));
  return told.input === undefined && told.output === undefined ? null : usageDetails(told);
}

/** Langfuse's counts; those that start with `input` are parts of the tokens in, which it sums apart. */
export function usageDetails(told: JsonObject): CallUsage {
  const tokensCached = countOf(told.input_cached_tokens ?? told.cache_read_input_tokens);
  const apart = countOf(told.input_cached_tokens) + countOf(told.cache_read_input_tokens);
  return { tokensIn: countOf(told.input) + apart, tokensOut: countOf(told.output), tokensCached };
}

function costOf(attributes: JsonObject): number | null {
  const total = numberOf(firstOf(attributes, COST));
  if (typeof total === 'number' && total >= 0) return total;
  const parts = [attributes['llm.cost.prompt'], attributes['llm.cost.completion']].map(numberOf);
  const known = parts.filter((part) => typeof part === 'number' && part >= 0) as number[];
  const told = objectOf(unpacked(attributes['langfuse.observation.cost_details'])).total;
  if (known.length > 0) return known.reduce((sum, part) => sum + part, 0);
  return typeof told === 'number' && told >= 0 ? told : null;
}
