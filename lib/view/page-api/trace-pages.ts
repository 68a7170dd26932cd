import { listTracesToJudge } from '@/lib/contracts/trace-judging';
import { learnFromTraces } from '@/lib/contracts/trace-learning';
import { scoreTraces } from '@/lib/contracts/trace-scoring';
import {
  getTrace,
  listTraceSteps,
  listTraces,
  readTraceTrajectory,
  searchTraceSteps,
} from '@/lib/contracts/traces';
import { traceFilter } from '@/lib/domain/trace-filter';
import { type ApiPage, asked, type OpenPage } from './page-request';

/** The pages of collected traces. Their addresses hold a filter as the API takes it. */
const filterIn = (page: OpenPage) =>
  Object.fromEntries(Object.keys(traceFilter.shape).map((name) => [name, page.said(name)]));

export const TRACE_PAGES: readonly ApiPage[] = [
  { path: '/traces', asks: (page) => [asked(listTraces, {}, filterIn(page))] },
  { path: '/traces/judge', asks: (page) => [asked(listTracesToJudge, {}, filterIn(page))] },
  {
    path: '/traces/learn',
    otherwise: 'The page sends its filter with a POST request, which its reference describes.',
    sentBy: learnFromTraces,
  },
  {
    path: '/traces/score',
    otherwise: 'The page sends its filter with a POST request, which its reference describes.',
    sentBy: scoreTraces,
  },
  { path: '/traces/{traceId}', asks: ofTrace },
];

function ofTrace(page: OpenPage) {
  const params = { traceId: page.param('traceId') };
  const q = page.said('q');
  return [
    asked(getTrace, params),
    asked(readTraceTrajectory, params),
    asked(listTraceSteps, params),
    q === null ? null : asked(searchTraceSteps, params, { q }),
  ];
}
