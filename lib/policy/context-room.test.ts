import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { assertRoomForPrompt } from './context-room';

const narrow = buildModelBinding({ contextTokens: 2_000, maxTokens: 1_900 });
const refusedFor = (changes: Partial<RunManifest>) => {
  try {
    assertRoomForPrompt(buildManifest(changes));
  } catch (error) {
    return error;
  }
  return null;
};

describe('the start of a run', () => {
  it('passes where each model that is asked can read the original prompt and reply', () => {
    expect(refusedFor({})).toBeNull();
  });

  it('is refused where the longest reply leaves no room, for the role that it is', () => {
    const { models } = buildManifest();
    const maxed = buildModelBinding({ contextTokens: 4_096, maxTokens: 4_096 });
    expect(refusedFor({ models: { ...models, proposer: maxed } })).toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: expect.stringContaining('proposer') }],
    });
  });

  it('is refused where the original prompt alone is too long', () => {
    const { models } = buildManifest();
    const seedCandidateText = `## OTHERS\n${'用户的问题。'.repeat(200)}`;
    expect(refusedFor({ models: { ...models, serving: narrow }, seedCandidateText })).toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: expect.stringContaining('serving') }],
    });
  });

  it('says nothing of an evaluator that code takes the place of', () => {
    const { models } = buildManifest();
    const evaluator = buildModelBinding({ contextTokens: 300, maxTokens: 4_096 });
    expect(refusedFor({ models: { ...models, evaluator } })).toBeNull();
  });
});
