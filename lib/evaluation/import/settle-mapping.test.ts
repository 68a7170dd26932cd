import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownNames, settleMapping } from './settle-mapping';

const roles = (paths: readonly string[]) =>
  settleMapping('generic', paths).unsettled.map(({ role, why }) => [role, why]);

describe('a mapping by the names of columns', () => {
  it('is settled where one column each has a known name, in any case and among any others', () => {
    const { mapping, unsettled } = settleMapping('generic', ['ID', 'team', 'Prompt', 'Label', 'split']);
    expect(unsettled).toEqual([]);
    expect(mapping).toMatchObject({
      id: { path: 'ID' },
      question: { path: 'Prompt' },
      expected: { path: 'Label' },
      context: null,
      sourceSplit: { path: 'split' },
    });
  });

  it.each([
    ['ticket,team,part', ['question', 'expected'], 'noKnownName'],
    ['ticket_id,body,resolution', ['question', 'expected'], 'noKnownName'],
    ['question,team,part', ['expected'], 'noKnownName'],
    ['instruction,input,output', ['question'], 'severalKnownNames'],
    ['question,answer,label', ['expected'], 'severalKnownNames'],
    ['question,answer,context,passage', ['context'], 'severalKnownNames'],
    ['meta.question,meta.answer', ['question', 'expected'], 'noKnownName'],
    ['text,label', ['question'], 'noKnownName'],
  ])('asks for a role that %s leaves open', (header, open, why) => {
    expect(roles(header.split(','))).toEqual(open.map((role) => [role, why]));
  });

  it('names candidates: known names first, and none that is another role for certain', () => {
    const { unsettled } = settleMapping('generic', ['team', 'answer', 'prompt', 'id', 'input', 'split']);
    expect(unsettled).toEqual([
      {
        role: 'question',
        why: 'severalKnownNames',
        proposed: 'input',
        candidates: ['input', 'prompt', 'team'],
      },
    ]);
  });

  it('proposes what a name hints at and nothing where none does', () => {
    const proposed = (paths: string[]) =>
      settleMapping('generic', paths).unsettled.map((one) => one.proposed);
    expect(proposed(['text', 'class'])).toEqual(['text', 'class']);
    expect(proposed(['ticket', 'team', 'part'])).toEqual([null, 'team']);
    expect(proposed(['ticket', 'part'])).toEqual([null, null]);
  });

  it('takes the columns of a published file where it has both', () => {
    expect(settleMapping('formula', ['context', 'target']).unsettled).toEqual([]);
    expect(settleMapping('formula', ['context', 'team']).unsettled.map(({ role }) => role)).toEqual([
      'question',
      'expected',
    ]);
  });

  it('never uses a column whose name is not known, whatever the columns are called', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.constantFrom('question', 'Answer', 'input', 'label', 'context', 'text', 'id', 'split'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 8 }), (paths) => {
        const { mapping, unsettled } = settleMapping('generic', paths);
        for (const role of ['question', 'expected', 'context'] as const) {
          const source = mapping[role];
          if (source === null || !('path' in source)) continue;
          const known = paths.filter((path) => knownNames(role).includes(path.trim().toLowerCase()));
          expect(known).toEqual([source.path]);
        }
        const open = (['question', 'expected'] as const).filter((role) => mapping[role] === null);
        expect(unsettled.filter(({ role }) => role !== 'context').map(({ role }) => role)).toEqual(open);
      }),
    );
  });
});
