/**
 * Settings that runs must share before their scores and times may be on one front: task, split, the part of it that is
 * scored, the rule of scoring, the models and hardware of the answers and the edits, and the pace of a practice model.
 * The method may differ, since that is what a front compares. A cousin of comparability, which divides two runs.
 */

import { canonicalHash } from '@/lib/domain/content-hash';
import type { PinnedPlace, PinnedSetting } from '@/lib/domain/pinned-setting';
import { effectsOn } from '@/lib/domain/practice-settings';

export interface ParetoSetting {
  readonly key: string;
  readonly taskName: string;
  readonly splitHash: string;
  readonly split: string;
  readonly model: string;
  readonly hardware: string;
  readonly practice: boolean;
  /** By what a practice model divides its delays; null where nothing is practised. */
  readonly timeScale: string | null;
  readonly runs: number;
}

const KEY_LENGTH = 12;

/** The settings among these runs, most runs first, and the key of each run. A key is hashed once a setting. */
export function settingsOf(runs: readonly PinnedSetting[]): {
  readonly settings: readonly ParetoSetting[];
  readonly keys: readonly string[];
} {
  const known = new Map<string, { readonly first: PinnedSetting; key: string; runs: number }>();
  const keys = runs.map((run) => {
    const text = textOf(run);
    const found = known.get(text) ?? {
      first: run,
      key: canonicalHash(text).slice(0, KEY_LENGTH),
      runs: 0,
    };
    found.runs += 1;
    known.set(text, found);
    return found.key;
  });
  const settings = [...known.values()].map(({ first, key, runs: count }) => settingOf(first, key, count));
  return { settings: settings.sort((a, b) => b.runs - a.runs || a.key.localeCompare(b.key)), keys };
}

function settingOf(first: PinnedSetting, key: string, runs: number): ParetoSetting {
  const { serving, proposer } = first;
  const practised = [serving, proposer].find(({ practice }) => practice);
  return {
    key,
    taskName: first.taskName,
    splitHash: first.splitHash,
    split: first.split,
    model: serving.model,
    hardware: serving.hardware,
    practice: practised !== undefined,
    timeScale: practised ? (practised.timeScale ?? 'not stated') : null,
    runs,
  };
}

function textOf({
  taskId,
  splitHash,
  split,
  scoring,
  judging,
  judge,
  serving,
  proposer,
}: PinnedSetting): string {
  const scorer = scoring.kind === 'judge' ? [judge, judging] : null;
  return JSON.stringify([taskId, splitHash, split, scoring, scorer, placeOf(serving), placeOf(proposer)]);
}

/** The practice model is the same wherever it listens, and another one at another pace or with an effect switched on. */
function placeOf(place: PinnedPlace): readonly unknown[] {
  const { practice, origin, model, hardware, timeScale, practiceSettings } = place;
  const setting = practice ? [timeScale ?? null, effectsOn(practiceSettings)] : [null];
  return [practice ? 'practice' : origin, model, hardware, ...setting];
}
