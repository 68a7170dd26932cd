import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by `npm run test:full`. */
    isFull: boolean;
  }
}

/**
 * How often a test draws or repeats: `npm test` takes the first number, `npm run test:full` the second. Both prove the same
 * guarantee; the second looks for rarer cases of it.
 */
export const sized = (quick: number, full: number): number => (inject('isFull') ? full : quick);
