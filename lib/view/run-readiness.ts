import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import type { ReadinessView } from '@/lib/contracts/readiness';
import { countWords } from '@/lib/domain/scored-count';
import { describeHardware, PRACTICE_LABEL } from './number-origin';
import {
  formatCompact,
  formatCount,
  formatDuration,
  formatPoints,
  formatSpan,
  formatUsd,
  plural,
} from './numbers';
import type { Tone } from './tone';

/** A speed claim's readiness as the run page shows it. What makes a light green is decided elsewhere; this words it. */
type Light = ReadinessView['lights'][number];
export type LightState = Light['state'];

export function describeBaseline({ baseline, practice }: ReadinessView): string {
  const against = baseline === null ? 'No serial baseline to compare with yet' : `Against ${baseline.label}`;
  return practice ? `${against} · ${PRACTICE_LABEL}` : against;
}

export interface LightView {
  readonly name: Light['name'];
  readonly title: string;
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  readonly numbers: readonly LightNumberView[];
}

export interface LightNumberView {
  readonly runId: string;
  readonly label: string;
  readonly seed: string;
  readonly hardware: string;
  readonly gain: string;
  readonly learning: string;
  readonly ratio: string;
}

const TITLES: Readonly<Record<Light['name'], string>> = {
  seed: 'New seeds',
  slice: 'Confirmation slice',
  hardware: 'Other hardware',
};

const STATES: Readonly<Record<LightState, { readonly word: string; readonly tone: Tone }>> = {
  notMeasured: { word: 'Not measured', tone: 'neutral' },
  measuring: { word: 'Measuring', tone: 'info' },
  green: { word: 'Green', tone: 'good' },
  red: { word: 'Red', tone: 'bad' },
  rehearsed: { word: 'Rehearsed', tone: 'honey' },
  waived: { word: 'Waived', tone: 'honey' },
};

/** A light as evidence keeps it; one that is not known here is shown as it is. */
export function lightWords(name: string, state: string): Pick<LightView, 'title' | 'word' | 'tone'> {
  const known: Pick<LightView, 'word' | 'tone'> = STATES[state as LightState] ?? {
    word: state,
    tone: 'neutral',
  };
  return { title: TITLES[name as Light['name']] ?? name, ...known };
}

export function prepareLights(readiness: ReadinessView): readonly LightView[] {
  return readiness.lights.map((light) => ({
    name: light.name,
    title: TITLES[light.name],
    ...STATES[light.state],
    sentence: light.sentence,
    numbers: light.numbers.map((number) => ({
      runId: number.runId,
      label: number.label,
      seed: String(number.seed),
      hardware: describeHardware(number),
      gain: gainOf(light.name, number),
      learning: number.learningWallMs === null ? 'not measured' : formatDuration(number.learningWallMs),
      ratio: number.ratio === null ? 'hidden until ready' : `${number.ratio.toFixed(1)}×`,
    })),
  }));
}

function gainOf(light: Light['name'], { gain, finished }: Light['numbers'][number]): string {
  if (gain === null) return finished ? 'not measured' : 'on its way';
  const split = light === 'slice' ? 'confirmation' : 'held-out';
  return `${formatPoints(gain.mean)} (${formatSpan(gain)}, ${countWords(gain)}, ${split})`;
}

/** Headline with a ratio only where the API gives one, and never without the price of a point, which comes first. */
export function prepareHeadline({ headline }: ReadinessView): CostHeadlineView | null {
  if (headline === null) return null;
  const { cost, ratio, lower, upper, seeds, sentence } = headline;
  const big = cost.usdPerPoint === null ? cost.sentence : `${formatUsd(cost.usdPerPoint)} a point`;
  return { priced: true, cost, speed: { kind: 'shown', ratio, lower, upper, seeds }, big, sentence };
}

/** Ratio of a faster run that lost held-out score: struck through, so that it is not quoted. */
export function struckRatio({ claim }: ReadinessView): string | null {
  return claim?.struckThrough == null ? null : `${claim.struckThrough.toFixed(1)}×`;
}

export interface EstimateLine {
  readonly name: string;
  readonly text: string;
}

export interface MeasurePlan {
  readonly lines: readonly EstimateLine[];
  readonly total: string;
}

/** Plan of the runs that one press starts: new seeds, the slice, and other hardware only with `withHardware`. */
export function prepareMeasurePlan(
  estimate: ReadinessView['estimate'],
  withHardware: boolean,
): MeasurePlan | null {
  const parts = (estimate?.parts ?? []).filter(({ name }) => withHardware || name !== 'hardware');
  if (parts.length === 0) return null;
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const isPriced = parts.every(({ usd }) => usd !== null);
  return {
    lines: parts.map((part) => ({ name: TITLES[part.name], text: wordsOf(part) })),
    total: wordsOf({
      rollouts: sum(({ rollouts }) => rollouts),
      tokens: sum(({ tokens }) => tokens),
      usd: isPriced ? sum(({ usd }) => usd ?? 0) : null,
      wallMsLow: Math.max(...parts.map(({ wallMsLow }) => wallMsLow)),
      wallMsHigh: sum(({ wallMsHigh }) => wallMsHigh),
    }),
  };
}

type Amounts = Pick<
  NonNullable<ReadinessView['estimate']>,
  'rollouts' | 'tokens' | 'usd' | 'wallMsLow' | 'wallMsHigh'
>;

function wordsOf({ rollouts, tokens, usd, wallMsLow, wallMsHigh }: Amounts): string {
  const low = formatDuration(wallMsLow);
  const high = formatDuration(wallMsHigh);
  const time = low === high ? low : `${low} to ${high}`;
  return `${formatCount(rollouts)} rollouts · ${formatCompact(tokens)} tokens · ${usd === null ? 'cost unknown' : formatUsd(usd)} · ${time}`;
}

/** While anything is on its way the page asks again. */
export function isMeasuring({ lights, runs }: ReadinessView): boolean {
  const going = ['queued', 'running', 'paused'];
  return (
    lights.some(({ state }) => state === 'measuring') || runs.some(({ status }) => going.includes(status))
  );
}

export function measuringSentence({ runs }: ReadinessView): string {
  const ended = runs.filter(({ status }) => !['queued', 'running', 'paused'].includes(status)).length;
  return `${ended} of ${plural(runs.length, 'run')} ${runs.length === 1 ? 'has' : 'have'} ended. This page asks again every few seconds; it may be closed.`;
}
