'use client';

import { createParser, useQueryState } from 'nuqs';
import {
  readRanges,
  type ValueRange,
  type ValueRanges,
  withRange,
  writeRanges,
} from '@/lib/view/parallel-chart';

/** The ranges that choose cells of a sweep, as the address holds them: chart, fields and table all read these. */
const PARSER = createParser<ValueRanges>({
  parse: readRanges,
  serialize: writeRanges,
  eq: (a, b) => writeRanges(a) === writeRanges(b),
}).withDefault({});

export function useCellRanges() {
  const [ranges, setRanges] = useQueryState('within', PARSER);
  return {
    ranges,
    setRange: (key: string, range: ValueRange | null) =>
      void setRanges((former) => withRange(former, key, range)),
    clear: () => void setRanges(null),
  };
}
