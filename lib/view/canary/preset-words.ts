import type { PlanPresetView } from '@/lib/contracts/canary-power';
import type { PresetName } from '@/lib/domain/canary-preset';
import { shareOrNull, textOfNumber, textOfShare } from '../draft-numbers';
import { formatCount, plural } from '../numbers';
import type { PlanDraft } from './plan-draft';
import { percentWords, pointWords } from './plan-lines';

/** The ready plans of a canary in words, and how they come into the form of a registration. */
export const PRESET_TITLES: Readonly<Record<PresetName, string>> = {
  cautious: 'Cautious',
  standard: 'Standard',
  fast: 'Fast',
};

const tenths = (share: number) => Math.ceil(share * 1000 - 1e-9) / 1000;

/** Two lines: the smallest difference that is told, and the pairs and days for it. */
export function presetLines({ pairs, share, days, decides, difference }: PlanPresetView) {
  const pairWords = `${formatCount(pairs)} pairs`;
  return {
    decides: `Tells a loss or gain of ${pointWords(tenths(difference))}`,
    takes:
      days === null
        ? `${pairWords}; the time depends on the traffic`
        : decides === false
          ? `${pairWords} would take ${plural(days, 'day')}: too few requests`
          : `About ${plural(days, 'day')}: ${pairWords}, ${percentWords(share)} of the requests`,
  };
}

/** The four fields of a plan that a preset sets. */
type PresetFields = Pick<PlanDraft, 'margin' | 'share' | 'windowDays' | 'pairsPlanned'>;

export const fieldsOfPreset = (preset: PlanPresetView): PresetFields => ({
  margin: textOfShare(preset.margin),
  share: textOfShare(preset.share),
  windowDays: textOfNumber(preset.windowHours / 24),
  pairsPlanned: textOfNumber(preset.pairs),
});

/** Empty fields take the suggested preset's values, so that an untouched form holds a plan that decides. */
export function withSuggested(draft: PlanDraft, preset: PlanPresetView | undefined): PlanDraft {
  if (preset === undefined) return draft;
  const given = fieldsOfPreset(preset);
  return {
    ...draft,
    margin: draft.margin || given.margin,
    share: draft.share || given.share,
    windowDays: draft.windowDays || given.windowDays,
    pairsPlanned: draft.pairsPlanned || given.pairsPlanned,
  };
}

/** The preset that a plan is; null where its fields were changed by hand. */
export function presetOfDraft(draft: PlanDraft, presets: readonly PlanPresetView[]): PresetName | null {
  const found = presets.find((preset) => {
    const given = fieldsOfPreset(preset);
    return (
      shareOrNull(draft.margin) === shareOrNull(given.margin) &&
      shareOrNull(draft.share) === shareOrNull(given.share) &&
      Number(draft.windowDays) === Number(given.windowDays) &&
      Number(draft.pairsPlanned) === Number(given.pairsPlanned)
    );
  });
  return found?.name ?? null;
}

/** Settings of the plan beyond its preset, in one line. */
export function planSummary(draft: PlanDraft, approvers: string | undefined): string {
  const people = Number(draft.approvers || approvers) || 1;
  return [
    `${draft.failureLevel} failure cost`,
    draft.mode === 'shadow' ? 'shadow' : 'opt-in callers',
    plural(people, 'approval'),
    draft.guardrails.length === 0 ? 'no guardrails' : plural(draft.guardrails.length, 'guardrail'),
  ].join(' · ');
}
