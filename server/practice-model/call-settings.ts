import { FAULT_KINDS, type FaultKind } from './faults';

/**
 * How one call is delayed and disturbed: the process's environment gives the default, a header of the request
 * overrides it. Nothing here changes what is answered; what does is in lib/domain/practice-settings and stated by the
 * request alone, so that what a manifest pins is what was asked.
 */
export interface CallSettings {
  /** Drawn delays are divided by this; null waits for nothing. */
  readonly timeScale: number | null;
  readonly delay: DelayProfile;
  /** Share of attempts that fail, 0..1. */
  readonly faultRate: number;
  readonly faultKinds: readonly FaultKind[];
}

/** fixed + perToken * completion tokens + a log-normal part; by default only the last (ruling P2). */
export interface DelayProfile {
  readonly medianMs: number;
  /** Standard deviation of the delay's logarithm. */
  readonly sigma: number;
  readonly fixedMs: number;
  readonly perTokenMs: number;
  /** Concurrent calls without a slowdown; above this number all calls get slower. 0 = never. */
  readonly lanesFree: number;
  /** Delay grows by this share of itself for each further `lanesFree` calls at once. */
  readonly laneSlowdown: number;
}

export const CALL_SETTINGS_DEFAULT: CallSettings = {
  timeScale: 20,
  delay: { medianMs: 12_900, sigma: 0.5, fixedMs: 0, perTokenMs: 0, lanesFree: 0, laneSlowdown: 1 },
  faultRate: 0,
  faultKinds: FAULT_KINDS,
};

/** Names and values as a header or a variable gives them; undefined where it says nothing. */
export type SettingSource = (name: SettingName) => string | undefined;

const SETTING_NAMES = [
  'time-scale',
  'delay-median-ms',
  'delay-sigma',
  'delay-fixed-ms',
  'delay-per-token-ms',
  'lanes-free',
  'lane-slowdown',
  'faults',
  'fault-kinds',
] as const;
type SettingName = (typeof SETTING_NAMES)[number];

export function settingsFromEnvironment(env: Readonly<Record<string, string | undefined>>): CallSettings {
  return overridden(
    CALL_SETTINGS_DEFAULT,
    (name) => env[`WAGGLE_PRACTICE_${name.toUpperCase().replaceAll('-', '_')}`],
  );
}

export function settingsFromHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  base: CallSettings,
): CallSettings {
  return overridden(base, (name) => {
    const value = headers[`x-practice-${name}`];
    return Array.isArray(value) ? value[0] : value;
  });
}

/** A setting that cannot be read; the message says which and what would do. */
export class UnreadableSetting extends Error {}

function overridden(base: CallSettings, source: SettingSource): CallSettings {
  if (SETTING_NAMES.every((name) => source(name) === undefined)) return base;
  const atLeastZero = (name: SettingName, otherwise: number) => numberOr(source, name, otherwise);
  const faultRate = atLeastZero('faults', base.faultRate);
  if (faultRate > 1) throw new UnreadableSetting('The setting faults is a share: give a number from 0 to 1.');
  return {
    timeScale: timeScaleOr(source, base.timeScale),
    delay: {
      medianMs: atLeastZero('delay-median-ms', base.delay.medianMs),
      sigma: atLeastZero('delay-sigma', base.delay.sigma),
      fixedMs: atLeastZero('delay-fixed-ms', base.delay.fixedMs),
      perTokenMs: atLeastZero('delay-per-token-ms', base.delay.perTokenMs),
      lanesFree: atLeastZero('lanes-free', base.delay.lanesFree),
      laneSlowdown: atLeastZero('lane-slowdown', base.delay.laneSlowdown),
    },
    faultRate,
    faultKinds: faultKindsOr(source, base.faultKinds),
  };
}

function timeScaleOr(source: SettingSource, otherwise: number | null): number | null {
  const text = source('time-scale')?.trim();
  if (text === 'off') return null;
  const scale = numberOr(source, 'time-scale', otherwise ?? 0);
  return scale === 0 ? null : scale;
}

function numberOr(source: SettingSource, name: SettingName, otherwise: number): number {
  const text = source(name)?.trim();
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new UnreadableSetting(`The setting ${name} needs a number of 0 or more, not "${text.slice(0, 40)}".`);
}

function faultKindsOr(source: SettingSource, otherwise: readonly FaultKind[]): readonly FaultKind[] {
  const text = source('fault-kinds');
  if (text === undefined || text.trim() === '') return otherwise;
  return text.split(',').map((entry) => {
    const kind = FAULT_KINDS.find((candidate) => candidate === entry.trim());
    if (kind !== undefined) return kind;
    throw new UnreadableSetting(`The setting fault-kinds knows ${FAULT_KINDS.join(', ')}.`);
  });
}
