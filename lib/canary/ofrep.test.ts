import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import { beginWith, isRevertible, promoteTo, revertFlag, withSplit } from './flag-moves';
import {
  etagOf,
  evaluateAll,
  evaluateOne,
  flagKeyOf,
  hasAnswer,
  isFault,
  readContext,
  refetchEvent,
} from './ofrep';

const prompt = (version: number): ServedPrompt => ({
  promptId: `pr_${version}`,
  version,
  sha256: `${version}`.repeat(64),
  text: `You are version ${version}.`,
  model: null,
  params: { temperature: 0 },
});
const settled: Flag = {
  slotId: 'slt_1',
  slug: 'support-router',
  kind: 'production',
  live: prompt(1),
  previous: prompt(1),
  split: null,
  isReverted: false,
  configVersion: 7,
};
const split = { canaryId: 'cny_1', challenger: prompt(2), share: 0.01, optedIn: ['friend'] };
const live = withSplit(settled, split, 8);
const key = 'prompt.support-router';
const ask = (flag: Flag | undefined, targetingKey?: string) =>
  evaluateOne(flag, { key, body: { context: { ...(targetingKey === undefined ? {} : { targetingKey }) } } });

describe('a slot without a canary', () => {
  it('answers the live prompt to everybody, with a targeting key and without', () => {
    expect(ask(settled)).toEqual(ask(settled, 'user-1'));
    expect(ask(settled)).toMatchObject({
      kind: 'evaluated',
      body: {
        key,
        reason: 'STATIC',
        variant: 'incumbent',
        value: { version: 1, text: 'You are version 1.' },
      },
    });
  });

  it('leaves the value to the caller’s code where nothing was ever live', () => {
    const answer = ask({ ...settled, live: null });
    expect(answer).toMatchObject({ kind: 'evaluated', body: { reason: 'DISABLED' } });
    expect(answer.body).not.toHaveProperty('value');
    expect(answer.body).not.toHaveProperty('variant');
  });
});

describe('a slot with a canary', () => {
  it('gives each caller an arm by its bucket', () => {
    // The buckets of these three stand in the published vectors.
    const arms = ['user-454', 'user-374', 'user-123'].map((each) => ask(live, each).body);
    expect(arms).toMatchObject([
      { reason: 'SPLIT', variant: 'challenger', value: { version: 2 } },
      { reason: 'SPLIT', variant: 'control', value: { version: 1 } },
      { reason: 'SPLIT', variant: 'incumbent', value: { version: 1 } },
    ]);
    expect(arms[0]).toMatchObject({ metadata: { releaseId: 'cny_1', pct: 0.01, configVersion: 8 } });
  });

  it('gives the challenger to users who opted in, with the reason', () => {
    expect(ask(live, 'friend').body).toMatchObject({ reason: 'TARGETING_MATCH', variant: 'challenger' });
  });

  it('asks for a targeting key', () => {
    for (const answer of [ask(live), ask(live, '')])
      expect(answer).toMatchObject({ kind: 'refused', body: { key, errorCode: 'TARGETING_KEY_MISSING' } });
  });

  it('names the exposure that outcomes will refer to', () => {
    const body = { context: { targetingKey: 'friend' } };
    const answer = evaluateOne(live, { key, body, expose: (_, { served }) => `ex_${served?.variant}` });
    expect(answer.body).toMatchObject({ variant: 'challenger', metadata: { exposureId: 'ex_challenger' } });
  });
});

describe('faults', () => {
  it('have the protocol’s codes', () => {
    expect(ask(undefined, 'a')).toMatchObject({
      kind: 'unknown',
      body: { key, errorCode: 'FLAG_NOT_FOUND' },
    });
    for (const [body, errorCode] of [
      [undefined, 'PARSE_ERROR'],
      [[], 'PARSE_ERROR'],
      [{}, 'INVALID_CONTEXT'],
      [{ context: 'x' }, 'INVALID_CONTEXT'],
      [{ context: { targetingKey: 4 } }, 'INVALID_CONTEXT'],
    ] as const)
      expect(evaluateOne(live, { key, body })).toMatchObject({ kind: 'refused', body: { key, errorCode } });
  });

  it('are never thrown, whatever a body holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(['evaluated', 'refused']).toContain(evaluateOne(live, { key, body }).kind);
      }),
    );
  });

  it('leave a context alone that has fields of their names', () => {
    expect(isFault(readContext({ context: { errorCode: 'x', errorDetails: 'y' } }))).toBe(false);
  });
});

describe('all flags at once', () => {
  const context = { targetingKey: null };

  it('answer what can be answered and name the fault of the rest', () => {
    const other: Flag = { ...settled, slug: 'faq', kind: 'rehearsal' };
    const bulk = evaluateAll([live, other], context, {
      configVersion: 8,
      expose: (each) => `ex_${flagKeyOf(each)}`,
    });
    expect(bulk).toMatchObject({
      flags: [
        { key, errorCode: 'TARGETING_KEY_MISSING' },
        {
          key: 'rehearsal.faq',
          reason: 'STATIC',
          metadata: { rehearsal: true, exposureId: 'ex_rehearsal.faq' },
        },
      ],
      metadata: { configVersion: 8 },
    });
    expect(flagKeyOf(settled)).toBe(key);
  });

  it('hold only scalars as metadata', () => {
    for (const flag of evaluateAll([live], { targetingKey: 'a' }, { configVersion: 8 }).flags)
      for (const value of Object.values('metadata' in flag ? flag.metadata : {}))
        expect(['string', 'number', 'boolean']).toContain(typeof value);
  });
});

describe('the tag of an answer', () => {
  const tag = etagOf(7, { targetingKey: 'a', tenant: 'acme' }, 'key_1');

  it('is the same for the same question, whatever the order of its fields', () => {
    expect(etagOf(7, { tenant: 'acme', targetingKey: 'a' }, 'key_1')).toBe(tag);
    expect(tag).toMatch(/^"cfg-7\.[0-9a-f]{16}"$/);
  });

  it('is another for another configuration, another context and another caller', () => {
    expect(etagOf(8, { targetingKey: 'a', tenant: 'acme' }, 'key_1')).not.toBe(tag);
    expect(etagOf(7, { targetingKey: 'b', tenant: 'acme' }, 'key_1')).not.toBe(tag);
    expect(etagOf(7, { targetingKey: 'a', tenant: 'other' }, 'key_1')).not.toBe(tag);
    expect(etagOf(7, { targetingKey: 'a', tenant: 'acme' }, 'key_2')).not.toBe(tag);
  });

  it('is recognised among others, weak and alone', () => {
    for (const asked of [tag, `W/${tag}`, `"x", ${tag}`, '*']) expect(hasAnswer(asked, tag)).toBe(true);
    for (const asked of [null, '"x"', '']) expect(hasAnswer(asked, tag)).toBe(false);
  });

  it('goes along with the event that asks for a new question', () => {
    expect(JSON.parse(refetchEvent(9, 1771622898))).toEqual({
      type: 'refetchEvaluation',
      etag: 'cfg-9',
      lastModified: 1771622898,
    });
  });
});

describe('the pointer of a slot', () => {
  it('ends a split by a revert, and says that it did', () => {
    const back = revertFlag(live, 9);
    expect([back.live?.version, back.split, back.configVersion]).toEqual([1, null, 9]);
    expect(ask(back, 'user-454').body).toMatchObject({
      reason: 'DISABLED',
      variant: 'incumbent',
      value: { version: 1 },
    });
  });

  it('goes back to the prompt before after a promotion, once however often it is asked', () => {
    const promoted = promoteTo(live, prompt(2), 9);
    expect(ask(promoted, 'x').body).toMatchObject({ reason: 'STATIC', value: { version: 2 } });
    const back = revertFlag(promoted, 10);
    expect([back.live?.version, back.isReverted]).toEqual([1, true]);
    expect(revertFlag(back, 11)).toBe(back);
    expect(revertFlag(settled, 8)).toBe(settled);
    const ended = revertFlag({ ...live, previous: prompt(3) }, 9);
    expect([ended.live?.version, ended.split]).toEqual([1, null]);
    expect(revertFlag(ended, 10)).toBe(ended);
  });

  it('goes back to the default in the callers’ code where nothing was live before', () => {
    const promoted = promoteTo({ ...settled, live: null, previous: null }, prompt(2), 9);
    const back = revertFlag(promoted, 10);
    expect([back.live, back.isReverted]).toEqual([null, true]);
    expect(ask(back, 'x').body).toMatchObject({ reason: 'DISABLED' });
    expect(ask(back, 'x').body).not.toHaveProperty('value');
    expect(revertFlag(back, 11)).toBe(back);
  });

  it('tells versions of one text apart, as those for another model are', () => {
    const other = { ...prompt(1), promptId: 'pr_9', model: 'large' };
    expect(revertFlag(promoteTo(settled, other, 9), 10).live?.promptId).toBe('pr_1');
  });

  it('has nothing to take back after its first prompt', () => {
    expect(isRevertible(beginWith({ ...settled, live: null, previous: null }, prompt(1), 8))).toBe(false);
  });
});
