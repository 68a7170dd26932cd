import { describe, expect, it } from 'vitest';
import type { ListFault } from '@/lib/domain/listed-models';
import { listFaultSentence } from './listed-models';

const KINDS: readonly ListFault['kind'][] = [
  ...(['absent', 'timedOut', 'key', 'notFound', 'refusedAddress', 'failed'] as const),
];

describe('why an endpoint gave no list of models', () => {
  it.each(KINDS)('%s names the place and what to do next', (kind) => {
    const sentence = listFaultSentence('localhost:11434', { kind, status: 500 });
    expect(sentence).toContain('localhost:11434');
    expect(sentence.split(/\.\s/).length).toBe(2);
  });
});
