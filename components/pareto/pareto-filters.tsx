'use client';

import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import type { ParetoView } from '@/lib/contracts/pareto';
import { methodWords } from '@/lib/domain/method-words';
import { describeHardware } from '@/lib/view/number-origin';
import { plural, shortHash } from '@/lib/view/numbers';
import type { ParetoAddress } from './use-pareto';

interface ParetoFiltersProps {
  readonly view: ParetoView;
  readonly address: ParetoAddress;
}

/** Choice of the runs on the front, and of what a point is. */
export function ParetoFilters({ view, address: { chosen, choose } }: ParetoFiltersProps) {
  const { choices, settings, published } = view;
  // Published times are of learning alone.
  const isDrawable = chosen.delay === 'learning' || published.some(({ costUsd }) => costUsd !== null);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
      {narrowingsOf(choices).map(({ key, label, all, found }) =>
        // Only where any run has tags.
        key === 'tag' && found.length === 0 && chosen.tag === null ? null : (
          <Narrowing
            key={key}
            label={label}
            all={all}
            value={chosen[key]}
            choices={found}
            // Other filters have other settings: the one that was chosen may not be among them.
            onChange={(value) => choose({ [key]: value, setting: null })}
          />
        ),
      )}
      {settings.length > 1 ? (
        <Labelled label="Setting" className="w-full sm:w-72">
          <Select
            aria-label="Setting"
            value={view.setting ?? ''}
            onChange={(event) => choose({ setting: event.target.value })}
          >
            {settings.map((setting) => (
              <option key={setting.key} value={setting.key}>
                {`${setting.taskName} · split ${shortHash(setting.splitHash)} · ${setting.model} · ${describeHardware(setting)} (${plural(setting.runs, 'run')})`}
              </option>
            ))}
          </Select>
        </Labelled>
      ) : null}
      <Labelled label="A point is">
        <Segmented
          label="A point is"
          value={chosen.by}
          onChange={(by) => choose({ by })}
          options={[
            { value: 'run', label: 'a run' },
            { value: 'arm', label: 'an arm' },
            { value: 'batchSize', label: 'a batch size' },
          ]}
        />
      </Labelled>
      <Labelled label="Time">
        <Segmented
          label="Time"
          value={chosen.delay}
          onChange={(delay) => choose({ delay })}
          options={[
            { value: 'learning', label: 'Learning' },
            { value: 'total', label: 'With evaluation' },
            { value: 'gain', label: 'To 95 % of the gain' },
          ]}
        />
      </Labelled>
      {published.length > 0 ? (
        <Checkbox
          className="h-8.5 items-center text-ink-soft"
          disabled={!isDrawable}
          checked={chosen.published && isDrawable}
          onCheckedChange={(published) => choose({ published })}
        >
          {isDrawable ? 'Published values (other hardware)' : 'Published values: none of this time'}
        </Checkbox>
      ) : null}
    </div>
  );
}

const narrowingsOf = ({ experiments, tasks, methods, tags }: ParetoView['choices']) =>
  [
    { key: 'experiment', label: 'Experiment', all: 'All experiments', found: experiments },
    { key: 'task', label: 'Task', all: 'All tasks', found: tasks },
    {
      key: 'method',
      label: 'Method',
      all: 'All methods',
      found: methods.map((id) => ({ id, name: methodWords(id) })),
    },
    { key: 'tag', label: 'Tag', all: 'All tags', found: tags.map((id) => ({ id, name: id })) },
  ] as const;

interface NarrowingProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | null;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (value: string | null) => void;
}

/** A value of the address that is no choice any more is still shown, so that it can be removed. */
function Narrowing({ label, all, value, choices, onChange }: NarrowingProps) {
  const isKnown = value === null || choices.some(({ id }) => id === value);
  return (
    <Labelled label={label} className="w-40 sm:w-44">
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">{all}</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

function Labelled({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <span aria-hidden className="mb-1 block text-ink-faint text-xs">
        {label}
      </span>
      {children}
    </div>
  );
}
