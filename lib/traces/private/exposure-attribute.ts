import { stringOf } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import type { TextChange } from './map-texts';

/**
 * The attribute in which a span names the answer of a slot that it belongs to. An exposure id holds ids and a keyed hash, no
 * text of a person, and joins outcomes to the trace: it is neither masked nor left out.
 */
export const EXPOSURE_ATTRIBUTE = 'waggle.exposure_id';

const FORM = /^ex_[A-Za-z0-9_-]{16,1000}\.[A-Za-z0-9_-]{22}$/;

/** Null where there is none, or something else in its place. */
export function exposureOf(attributes: JsonObject): string | null {
  const id = stringOf(attributes[EXPOSURE_ATTRIBUTE]);
  return FORM.test(id) ? id : null;
}

export const sparingExposures = (change: TextChange): TextChange => ({
  ...change,
  text: (text, field) => (field === EXPOSURE_ATTRIBUTE && FORM.test(text) ? text : change.text(text, field)),
});
