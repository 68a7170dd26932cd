import type { BrowserContext } from '@playwright/test';
import type { Shown } from '@/e2e/support/pages';
import { measureFirstLoad } from './first-load';
import type { Control, Opened } from './interactive';
import { measureInteractive } from './interactive';
import { measureLiveLag } from './live-lag';
import { measureServerAnswers } from './server-answers';
import { measureWheelRun } from './wheel-run';

/** Measurements of the pages, each against its target. Does not print rows or set the exit code. */
export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'kB' | '%' | '/s' | 'words' | 'controls';
  /** Null = recorded without a target. */
  readonly target: { readonly limit: number; readonly is: 'atMost' | 'atLeast' } | null;
  readonly note: string;
}

export interface MeasuredThings {
  readonly baseUrl: string;
  readonly cookie: string;
  readonly context: BrowserContext;
  /** Its first run is the long one. */
  readonly shown: Shown;
  /** Multiplies the time limits, for machines that do other work as well. */
  readonly relaxed: number;
  /** A line for every answer, not only for slow ones. */
  readonly all?: boolean;
  /** The only page opened for `interactive`; all if left out. */
  readonly page?: string;
  readonly pains: Pains;
}

export interface Pains {
  /** How often each answer is requested and each page opened. */
  readonly asked: number;
  readonly opened: number;
  /** How long a live run is watched. */
  readonly seconds: number;
  /** Time limit for a wheel that has not reached the last row. */
  readonly wheelSeconds: number;
}

const ANSWER_MS = 400;
const INTERACTIVE_MS = 2_500;
/** Two refreshes of a 60 Hz screen last 33.3 ms together. */
const FRAME_MS = 33.4;
const FRAMES_WITHIN = 95;
const FIRST_LOAD_KB = 300;
const LIVE_PER_SECOND = 500;
/** A rollout of the scenario `trajectories`. */
const LONG_ROLLOUT = '/rollouts/ro_seededlong0001';
const LIVE_LAG_MS = 2_000;

const THEME: Control = { selector: 'button[aria-label="Theme"]', attribute: 'aria-expanded', value: 'true' };
const DETAILS_TAB: Control = {
  selector: '[role="tab"][data-value="details"]',
  ...{ attribute: 'aria-selected', value: 'true' },
};

/** The slowest of all pages and API answers decides; each that is too slow is named. */
export async function serverAnswers(things: MeasuredThings): Promise<readonly Measure[]> {
  const { baseUrl, cookie, shown, relaxed, pains, all = false } = things;
  const rows = await measureServerAnswers(baseUrl, cookie, shown, { times: pains.asked });
  const limit = ANSWER_MS * relaxed;
  const named = rows
    .filter(({ p95Ms }) => all || p95Ms > limit)
    .sort((one, other) => other.p95Ms - one.p95Ms);
  const [slowest] = [...rows].sort((one, other) => other.p95Ms - one.p95Ms);
  const atMost = (found: (typeof rows)[number]): Measure => ({
    ...{ name: `p95 of ${found.name}`, value: found.p95Ms, unit: 'ms', target: { limit, is: 'atMost' } },
    note: `${found.path.slice(0, 60)}, median ${found.p50Ms.toFixed(0)} ms`,
  });
  return named.length > 0
    ? named.map(atMost)
    : slowest
      ? [{ ...atMost(slowest), note: `slowest of ${rows.length}` }]
      : [];
}

/**
 * The slowest of a few openings counts, after a discarded first one, in which the process compiles its code.
 */
export async function interactive({
  context,
  shown,
  relaxed,
  pains,
  page,
}: MeasuredThings): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  const pages = pagesOf(shown).filter(({ name }) => page === undefined || name === page);
  if (pages.length === 0) throw new Error(`There is no page ${page} to open.`);
  for (const { name, ...opened } of pages) {
    const times: number[] = [];
    await measureInteractive(context, opened);
    for (let turn = 0; turn < pains.opened; turn += 1)
      times.push((await measureInteractive(context, opened)).ms);
    measures.push({
      ...{ name: `interactive: ${name}`, value: Math.max(...times), unit: 'ms' },
      target: { limit: INTERACTIVE_MS * relaxed, is: 'atMost' },
      note: `worst of ${times.length}, best ${Math.min(...times).toFixed(0)} ms`,
    });
  }
  return measures;
}

function pagesOf({ runIds, experimentId }: Shown): readonly (Opened & { readonly name: string })[] {
  const run = `/runs/${runIds[0]}`;
  const inRun = { control: DETAILS_TAB };
  const row = (prefix: string) => ({ content: `main a[href^="${prefix}"]`, control: THEME });
  return [
    { name: 'experiments', path: '/experiments', ...row('/experiments/exp_') },
    { name: 'runs of an experiment', path: `/experiments/${experimentId}`, ...row('/runs/run_') },
    { name: 'run', path: run, content: 'main svg.recharts-surface', ...inRun },
    {
      name: 'run, iterations',
      path: `${run}?tab=iterations`,
      content: '[role="tabpanel"] [aria-current]',
      ...inRun,
    },
    { name: 'run, prompts', path: `${run}?tab=prompt`, content: '#playbook-to', ...inRun },
    {
      name: 'run, rollouts',
      path: `${run}?tab=rollouts`,
      content: 'section[aria-label="Rollouts"] li',
      ...inRun,
    },
  ];
}

export async function firstLoad({ context, shown }: MeasuredThings): Promise<readonly Measure[]> {
  const { bytes, laterBytes } = await measureFirstLoad(context, `/runs/${shown.runIds[0]}`);
  return [
    {
      ...{ name: 'first-load JavaScript of the run page', value: bytes / 1000, unit: 'kB' },
      target: { limit: FIRST_LOAD_KB, is: 'atMost' },
      note: 'gzip over the wire, named by its HTML',
    },
    {
      ...{
        name: 'scripts fetched later by the open tab',
        value: laterBytes / 1000,
        unit: 'kB',
        target: null,
      },
      note: 'charts, mostly',
    },
  ];
}

/** Slow frames depend on the machine as much as on the page: `relaxed` raises the limit per frame. */
export async function wheelRun({
  context,
  shown,
  relaxed,
  pains,
}: MeasuredThings): Promise<readonly Measure[]> {
  const run = await measureWheelRun(context, {
    ...{
      path: `/runs/${shown.runIds[0]}?tab=rollouts`,
      box: 'section[aria-label="Rollouts"]',
      rowHeight: 44,
    },
    ...{ rowsMax: 100_000, secondsMax: pains.wheelSeconds, frameMs: FRAME_MS * relaxed },
  });
  return [
    {
      ...{
        name: `frames within ${FRAME_MS * relaxed} ms, wheel over rollouts`,
        value: run.within * 100,
        unit: '%',
      },
      target: { limit: FRAMES_WITHIN, is: 'atLeast' },
      note: `${run.frames} frames, p95 ${run.p95Ms.toFixed(0)} ms, ${run.rows} rows in ${run.seconds.toFixed(0)} s`,
    },
  ];
}

/** The steps of a long trajectory: as fast as a wheel goes, and slowly enough to draw every step. */
export async function trajectoryWheel({
  context,
  relaxed,
  pains,
}: MeasuredThings): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const [how, turnPx] of Object.entries({ fast: 1_200, slow: 240 })) {
    const run = await measureWheelRun(context, {
      ...{ path: LONG_ROLLOUT, box: 'section[aria-label="Steps"]', rowHeight: 250, rowsMax: 10_000 },
      ...{ turnPx, untilEnd: true, secondsMax: pains.wheelSeconds, frameMs: FRAME_MS * relaxed },
    });
    measures.push({
      ...{ name: `p95 of frames, ${how} wheel over 10,000 steps`, value: run.p95Ms, unit: 'ms' },
      target: { limit: FRAME_MS * relaxed, is: 'atMost' },
      note: `${run.frames} frames, worst ${run.worstMs.toFixed(0)} ms, ${run.seconds.toFixed(0)} s`,
    });
  }
  return measures;
}

export async function liveLag({
  context,
  shown,
  relaxed,
  pains,
}: MeasuredThings): Promise<readonly Measure[]> {
  const lag = await measureLiveLag(context, {
    ...{ likeId: shown.runIds[0] ?? '', perSecond: LIVE_PER_SECOND, seconds: pains.seconds },
  });
  const limit = LIVE_LAG_MS * relaxed;
  const caughtUp =
    lag.caughtUpMs === null ? 'never caught up' : `caught up ${lag.caughtUpMs.toFixed(0)} ms after the last`;
  return [
    {
      ...{ name: 'entries written to a live run', value: lag.perSecond, unit: '/s' },
      target: { limit: (LIVE_PER_SECOND * 0.9) / relaxed, is: 'atLeast' },
      note: `${lag.entries} entries`,
    },
    {
      ...{
        name: 'its page lags behind, at worst',
        value: lag.worstMs,
        unit: 'ms',
        target: { limit, is: 'atMost' },
      },
      note: `median ${lag.medianMs.toFixed(0)} ms`,
    },
    {
      ...{
        name: 'the lag grew',
        value: lag.growthMs,
        unit: 'ms',
        target: { limit: limit / 2, is: 'atMost' },
      },
      note: caughtUp,
    },
  ];
}
