import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { reflectionOf } from '@/lib/testing/recording-method';
import { candidateOf } from './apply-update';
import { groupFits } from './ask-for-update';

const base = candidateOf('## OTHERS');
const progress = { trainExamplesSeen: 0, trainExamples: 20 };

function fitsInto(contextTokens: number, reflections: number): boolean {
  const manifest = buildManifest();
  const proposer = { ...manifest.models.proposer, contextTokens, maxTokens: 1000 };
  return groupFits({
    manifest: { ...manifest, models: { ...manifest.models, proposer } },
    base,
    reflections: Array.from({ length: reflections }, (_, ordinal) => reflectionOf(ordinal, 'w'.repeat(4000))),
    group: 0,
    progress,
  });
}

describe('whether a group fits into one call', () => {
  it('counts the instructions, every reflection and the reply against the context of the proposer', () => {
    expect(fitsInto(128_000, 28)).toBe(true);
    expect(fitsInto(8_000, 2), 'two of about 1000 tokens, and 1000 for the reply').toBe(true);
    expect(fitsInto(8_000, 9)).toBe(false);
    expect(fitsInto(1_000, 1), 'the reply alone takes it all').toBe(false);
  });
});
