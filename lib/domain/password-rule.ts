/**
 * What a password must be, wherever one is chosen: on a page, through the API and in the environment. Length is a bound
 * that every form can state; strength is the estimate of zxcvbn, 0 to 4, in which 3 withstands a stolen hash for months.
 */
export const PASSWORD_LENGTH_MIN = 12;
/** Keeps hashing and estimating cheap. */
export const PASSWORD_LENGTH_MAX = 200;
export const PASSWORD_SCORE_MIN = 3;

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH_MIN} characters that are hard to guess, such as four unrelated words.`;
