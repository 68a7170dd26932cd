import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { seededRng } from '@/lib/random/seeded-rng';
import { type AgentSpan, agentTrace, otlpBodyOf } from '@/server/serving/traces/testing/agent-spans';

/**
 * Requests of an exporter, made before they are sent. Their messages are words with numbers, times and addresses among
 * them, and one in twenty names a person's mail address or telephone: what the search for private values has to read.
 */
export const BATCH_SPANS = 512;
const TRACE_SPANS = 20;
const TEXT_CHARACTERS = 1_000;

const WORDS =
  'the order was shipped on Monday and a clerk wrote its number down before the customer called again to ask where that parcel had gone so we looked into every list of the day found two rows with another address sent both to support for review closed one as a duplicate then told them which box is theirs'.split(
    ' ',
  );
const ODD: readonly ((draw: number) => string)[] = [
  (draw) => `at 1${draw % 10}:${10 + (draw % 50)}:${10 + (draw % 40)}`,
  (draw) => `2026-11-${10 + (draw % 20)}`,
  (draw) => `$ ${draw},${100 + (draw % 900)}.50`,
  (draw) => `https://shop.example.com/orders/${draw}`,
  (draw) => `{"order_id": "A-${draw}", "items": ${draw % 9}}`,
];
const PRIVATE: readonly ((draw: number) => string)[] = [
  (draw) => `customer.${draw}@example.com`,
  (draw) => `tel: 030 ${901_000 + (draw % 999)}`,
];

/** So many requests with new traces. */
export function spanBatches(count: number): readonly Uint8Array<ArrayBuffer>[] {
  const random = seededRng('span batches');
  const draw = (below: number) => random.nextInt(0, below - 1);
  const pick = <T>(list: readonly T[]) => list[draw(list.length)] as T;
  const text = () => {
    const hasPrivate = draw(20) === 0;
    const parts = hasPrivate ? [pick(PRIVATE)(draw(10_000))] : [];
    for (let length = 0; length < TEXT_CHARACTERS; ) {
      const part = draw(25) === 0 ? pick(ODD)(draw(10_000)) : pick(WORDS);
      parts.push(part);
      length += part.length + 1;
    }
    return parts.join(' ');
  };
  let waiting: AgentSpan[] = [];
  return Array.from({ length: count }, () => {
    while (waiting.length < BATCH_SPANS) waiting = [...waiting, ...agentTrace(TRACE_SPANS, text)];
    const batch = waiting.slice(0, BATCH_SPANS);
    waiting = waiting.slice(BATCH_SPANS);
    return otlpBodyOf(batch);
  });
}

const compress = promisify(gzip);

export async function compressed(
  batches: readonly Uint8Array<ArrayBuffer>[],
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  for (const batch of batches) made.push(new Uint8Array(await compress(batch)));
  return made;
}
