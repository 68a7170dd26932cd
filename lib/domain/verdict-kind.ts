/** Verdicts of a canary, at one look or at its end. */
export const VERDICTS = ['pass', 'fail', 'continue', 'inconclusive', 'invalid'] as const;
