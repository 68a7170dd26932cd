import { describe, expect, it } from 'vitest';
import { spanOf } from '../testing/span-builders';
import { EXPOSURE_ATTRIBUTE, exposureOf, sparingExposures } from './exposure-attribute';
import { mapTexts } from './map-texts';

const ID = `ex_${'a'.repeat(400)}.${'b'.repeat(22)}`;
const emptied = sparingExposures({ text: () => '', number: (value) => value });
const kept = (text: string, field = EXPOSURE_ATTRIBUTE) =>
  mapTexts(spanOf({ spanId: 'chat', attributes: { [field]: text } }), emptied).attributes[field];

describe('the exposure of a span', () => {
  it('stays as it is where all other texts are left out', () => {
    expect(kept(ID)).toBe(ID);
    expect(kept(ID, 'note')).toBe('');
  });

  it('is neither kept nor read where it is another text', () => {
    for (const text of ['anna@example.com', `${ID} anna@example.com`, 'ex_short.x']) {
      expect(kept(text)).toBe('');
      expect(exposureOf({ [EXPOSURE_ATTRIBUTE]: text })).toBeNull();
    }
    expect(exposureOf({ [EXPOSURE_ATTRIBUTE]: ID })).toBe(ID);
  });
});
