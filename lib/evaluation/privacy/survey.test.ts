import { describe, expect, it } from 'vitest';
import { withoutStops } from '../import/import-examples';
import { surveyInSteps } from './survey';

const CARD = '4111111111111111';
const example = (contentHash: string) => ({
  ...{ id: CARD, question: 'How many?', context: '', expected: '7', groupKey: null, sourceSplit: 'a.csv' },
  contentHash,
});

describe('R-210 an id that looks like a payment card', () => {
  it('R-210 is found where the file has it, and is nothing where it is the hash of the content', () => {
    expect(withoutStops(surveyInSteps([example('0'.repeat(64))]))).toMatchObject([
      { kind: 'paymentCard', first: [{ field: 'id' }] },
    ]);
    expect(withoutStops(surveyInSteps([example(CARD.padEnd(64, '0'))]))).toEqual([]);
  });
});
