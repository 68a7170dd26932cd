import { readCosts } from '@/lib/contracts/costs';
import { readDispatch } from '@/lib/contracts/dispatch';
import { getLanes } from '@/lib/contracts/lanes';
import { listHeldOutExamples } from '@/lib/contracts/paired-comparisons';
import { listSeenShares, readBulletHistory } from '@/lib/contracts/provenance';
import { readManifest } from '@/lib/contracts/replay';
import {
  getCandidate,
  getRolloutTrace,
  listEntries,
  listRollouts,
  readIterationScan,
  readRunSnapshot,
} from '@/lib/contracts/run-reading';
import { getRun } from '@/lib/contracts/runs';
import { readSurvival } from '@/lib/contracts/survival';
import { readTimeline } from '@/lib/contracts/timeline';
import { type DetailSection, placeOf, type RunTab } from '../run-places';
import { type ApiPage, asked, type OpenPage, type PageRequest } from './page-request';

/** The page of a run, tab by tab: what the open tab shows, then the run itself. */
export const RUN_PAGE: ApiPage = {
  path: '/runs/{runId}',
  asks: (page) => {
    const params = { runId: page.param('runId') };
    const { tab, section } = placeOf(page.said('tab'), true);
    const ofTab = PLACES[section ?? tab] ?? fromSnapshot;
    return [...ofTab(params, page), asked(getRun, params)];
  },
};

interface OfRun extends Record<string, string> {
  readonly runId: string;
}
type Tab = (params: OfRun, page: OpenPage) => readonly (PageRequest | null)[];

/** Most tabs draw the state that the facts add up to; it holds the newest iterations whole. */
const fromSnapshot: Tab = (params) => [asked(readRunSnapshot, params)];

const PLACES: Readonly<Partial<Record<RunTab | DetailSection, Tab>>> = {
  iterations: (params, page) => {
    const iteration = iterationOf(page);
    return iteration === null
      ? fromSnapshot(params, page)
      : [asked(readIterationScan, { ...params, iteration }), asked(listSeenShares, { ...params, iteration })];
  },
  search: (params, page) => [...fromSnapshot(params, page), ...candidate(params, page.said('child'))],
  prompt: ofPrompt,
  rollouts: (params, page) => {
    const correct = { wrong: 'false', right: 'true' }[page.said('verdict') ?? ''] ?? null;
    const seq = page.said('rollout');
    return [
      ...(seq === null ? [] : [asked(getRolloutTrace, { ...params, seq })]),
      asked(listRollouts, params, { correct, split: page.said('split') }),
    ];
  },
  timeline: (params, page) => [asked(readTimeline, params, { iteration: iterationOf(page) })],
  scheduling: (params) => [asked(readDispatch, params)],
  diversity: (params, page) => [
    asked(listEntries, params, { type: 'diversity.measured', iteration: iterationOf(page) }),
    asked(getLanes, params),
  ],
  survival: (params, page) => {
    const fate = page.said('fate') ?? 'lost';
    return [asked(readSurvival, params, { place: fate === 'all' ? null : fate })];
  },
  cost: (params, page) => [asked(readCosts, params, { target: page.said('target') })],
  ledger: (params, page) => [asked(listEntries, params, { type: page.said('type') })],
  manifest: (params) => [asked(readManifest, params)],
};

function ofPrompt(params: OfRun, page: OpenPage): readonly (PageRequest | null)[] {
  const { to, from, bullet } = { to: page.said('to'), from: page.said('from'), bullet: page.said('bullet') };
  const isDiff = (page.said('view') ?? 'text') !== 'text';
  return [
    ...(bullet === null ? [] : [asked(readBulletHistory, params, { bullet })]),
    ...candidate(params, to),
    ...(isDiff ? candidate(params, from) : []),
    ...(to === null
      ? fromSnapshot(params, page)
      : [asked(listHeldOutExamples, params, { candidate: to, outcome: page.said('outcome') })]),
  ];
}

const candidate = (params: OfRun, hash: string | null) =>
  hash === null ? [] : [asked(getCandidate, { ...params, hash })];

/** Addresses of pages count from 1, with 0 for the measurement of the seed; the API counts from 0. */
function iterationOf(page: OpenPage): string | null {
  const counted = page.said('iteration');
  return counted !== null && /^\d{1,9}$/.test(counted) ? String(Number(counted) - 1) : null;
}
