import { hash } from 'node:crypto';

/** Pure arithmetic on sha256: every "random" choice of the practice model is one of these, so nothing is drawn twice. */

/** 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Uniform in [0, 1), fixed by the label: the first 48 bits of its sha256. */
export function uniformOf(label: string): number {
  return Number.parseInt(hash('sha256', label, 'hex').slice(0, 12), 16) / 2 ** 48;
}

/** One of the choices, fixed by the label. */
export function choiceOf<T>(choices: readonly [T, ...T[]], label: string): T {
  return choices[Math.floor(uniformOf(label) * choices.length)] ?? choices[0];
}
