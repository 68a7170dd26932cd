import { describe, expect, it } from 'vitest';
import { problemWords } from './problem-words';

const faultOf = (path: string, message = 'Give at least 1 character.') => ({ path, message });

describe('a refusal in words', () => {
  it('calls fields as forms do, and says each sentence once', () => {
    const fields = [faultOf('name'), faultOf('body.baseUrl', 'It is missing; give a text.')];
    const detail =
      'Please correct name: Give at least 1 character. body.baseUrl: It is missing; give a text.';
    expect(problemWords({ detail, fields })).toEqual({
      title: 'Please correct Name: Give at least 1 character. Base address: It is missing; give a text.',
      faults: [],
    });
  });

  it('lists what the sentence leaves out', () => {
    const fields = [
      faultOf('draft.liveSteps[1].share', 'Give at most 1.'),
      faultOf('', 'The body is empty.'),
    ];
    expect(problemWords({ detail: 'The plan does not fit.', fields }).faults).toEqual([
      'Live steps 2 share: Give at most 1.',
      'The body is empty.',
    ]);
  });

  it('lists a field whose fault is that of one in the sentence', () => {
    const fields = [faultOf('name'), faultOf('note')];
    expect(
      problemWords({ detail: 'Please correct name: Give at least 1 character. And 1 more.', fields }),
    ).toEqual({
      title: 'Please correct Name: Give at least 1 character. And 1 more.',
      faults: ['Note: Give at least 1 character.'],
    });
  });

  it('does not repeat a detail that is the sentence of its only field', () => {
    const detail = 'A name that is taken.';
    expect(problemWords({ detail, fields: [faultOf('name', detail)] })).toEqual({
      title: detail,
      faults: [],
    });
  });
});
