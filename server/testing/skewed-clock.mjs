/** For a process of a test: its clock is wrong by TEST_CLOCK_SKEW_MS. Preloaded by `node --import`. */
const skewMs = Number(process.env.TEST_CLOCK_SKEW_MS ?? 0);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + skewMs);
    // @ts-expect-error the overloads of Date take no spread
    else super(...given);
  }
  static now() {
    return TrueDate.now() + skewMs;
  }
};
