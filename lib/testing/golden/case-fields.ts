import { decodedFloat } from './compare';
import type { GoldenCase } from './golden-adapter';

/** Reads a case's inputs with their types checked, so that a file of another shape fails with a sentence. */
export function textField(testCase: GoldenCase, name: string): string {
  const value = testCase[name];
  if (typeof value !== 'string') throw new TypeError(`the field "${name}" is no text`);
  return value;
}

export function numberField(testCase: GoldenCase, name: string): number {
  const value = decodedFloat(testCase[name]);
  if (typeof value !== 'number') throw new TypeError(`the field "${name}" is no number`);
  return value;
}

export function numbersField(testCase: GoldenCase, name: string): number[] {
  return listField(testCase, name).map((raw) => {
    const value = decodedFloat(raw);
    if (typeof value !== 'number') throw new TypeError(`the field "${name}" holds more than numbers`);
    return value;
  });
}

export function textsField(testCase: GoldenCase, name: string): string[] {
  return listField(testCase, name).map((value) => {
    if (typeof value !== 'string') throw new TypeError(`the field "${name}" holds more than texts`);
    return value;
  });
}

export function listField(testCase: GoldenCase, name: string): readonly unknown[] {
  const value = testCase[name];
  if (!Array.isArray(value)) throw new TypeError(`the field "${name}" is no list`);
  return value;
}

/** True when the peer raised for this case. */
export function isRefusedByPeer(testCase: GoldenCase): boolean {
  return typeof testCase.error === 'string';
}

/** Whether a call throws: what an adapter compares for a case that the peer refused. */
export function throws(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch {
    // The refusal itself is the answer; its wording is ours to choose.
    return true;
  }
}
