import { describe, expect, it } from 'vitest';
import { assertBeginsThread, assertCommentChanges, type CommentFacts, isOwnComment } from './commenting';

const ada = { userId: 'usr_ada', name: 'ada@example.com' };
const key = { userId: null, name: 'key nightly' };
const comment: CommentFacts = {
  authorId: 'usr_ada',
  author: 'ada@example.com',
  parentId: null,
  isDeleted: false,
};
const ruled = (ruleId: string) => expect.objectContaining({ ruleId });
const thrown = (work: () => void): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

describe('a comment', () => {
  it('REV-10: is changed by its author only, a person or a key', () => {
    expect(thrown(() => assertCommentChanges(comment, ada))).toBeNull();
    expect(thrown(() => assertCommentChanges(comment, { ...ada, userId: 'usr_ben' }))).toEqual(
      ruled('REV-10'),
    );
    expect(thrown(() => assertCommentChanges(comment, key))).toEqual(ruled('REV-10'));
    const byKey = { authorId: null, author: 'key nightly' };
    expect(isOwnComment(byKey, key)).toBe(true);
    expect(isOwnComment(byKey, { userId: 'usr_eve', name: 'key nightly' })).toBe(false);
  });

  it('REV-11: is not changed once it is deleted, and a reply begins no thread', () => {
    expect(thrown(() => assertCommentChanges({ ...comment, isDeleted: true }, ada))).toEqual(ruled('REV-11'));
    expect(thrown(() => assertBeginsThread({ parentId: 'cmt_1' }))).toEqual(ruled('REV-11'));
    expect(thrown(() => assertBeginsThread(comment))).toBeNull();
  });
});
