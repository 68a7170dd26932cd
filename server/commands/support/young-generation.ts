/** In MB, for `node`. By itself Node lets garbage grow with the machine, to over 100 MB before the first look at it. */
export const YOUNG_GENERATION = '--max-semi-space-size=8';
