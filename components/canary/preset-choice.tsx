'use client';

import { classNames } from '@/components/ui/class-names';
import type { PlanPresetView } from '@/lib/contracts/canary-power';
import type { PresetName } from '@/lib/domain/canary-preset';
import { PRESET_TITLES, presetLines } from '@/lib/view/canary/preset-words';

interface PresetChoiceProps {
  readonly presets: readonly PlanPresetView[];
  /** Null where the fields were changed by hand. */
  readonly chosen: PresetName | null;
  readonly onChoose: (preset: PlanPresetView) => void;
}

/** Three plans as they are, each with what it can decide and how long that takes. */
export function PresetChoice({ presets, chosen, onChoose }: PresetChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={chosen === null ? 'mb-2 font-medium text-[0.8125rem]' : 'sr-only'}>
        Plan{' '}
        {chosen === null ? (
          <span className="font-normal text-ink-faint text-xs">your own, under Advanced</span>
        ) : null}
      </legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {presets.map((preset) => (
          <PresetCard
            key={preset.name}
            preset={preset}
            isChosen={chosen === preset.name}
            onChoose={() => onChoose(preset)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface PresetCardProps {
  readonly preset: PlanPresetView;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PresetCard({ preset, isChosen, onChoose }: PresetCardProps) {
  const { decides, takes } = presetLines(preset);
  const id = `preset-${preset.name}`;
  return (
    <div
      className={classNames(
        'relative flex min-w-0 items-start gap-2.5 rounded-md border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-honey',
        isChosen ? 'border-honey-line bg-honey-wash' : 'border-line hover:bg-hover',
      )}
    >
      <input
        id={id}
        type="radio"
        name="plan-preset"
        className="mt-0.5 size-4 shrink-0 accent-honey"
        checked={isChosen}
        aria-describedby={`${id}-words`}
        onChange={onChoose}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-[0.8125rem] text-ink after:absolute after:inset-0">
          {PRESET_TITLES[preset.name]}
        </label>
        <div id={`${id}-words`} className="numbers text-xs">
          <p className="text-ink-soft">{decides}</p>
          <p className={preset.decides === false ? 'text-bad' : 'text-ink-faint'}>{takes}</p>
        </div>
      </div>
    </div>
  );
}
