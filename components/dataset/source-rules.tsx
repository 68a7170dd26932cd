'use client';

import { Select } from '@/components/ui/input';
import { SPLIT_NAMES } from '@/lib/domain/split';
import { splitWord } from '@/lib/view/number-origin';
import { plural } from '@/lib/view/numbers';
import type { SourceDraft } from '@/lib/view/split-draft';
import { PartInputs } from './part-inputs';

interface SourceRulesProps {
  readonly sources: readonly SourceDraft[];
  readonly sizes: ReadonlyMap<string, number>;
  readonly onChange: (sources: readonly SourceDraft[]) => void;
}

/** Use of each file (or value of the source column). */
export function SourceRules({ sources, sizes, onChange }: SourceRulesProps) {
  const change = (source: string, part: Partial<SourceDraft>) =>
    onChange(sources.map((one) => (one.source === source ? { ...one, ...part } : one)));
  return (
    <ul className="flex flex-col gap-3">
      {sources.map((one) => (
        <li key={one.source} className="flex flex-col gap-3 rounded-md border border-line p-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere font-medium text-[0.8125rem]">
              {one.source || 'no name'}
              <span className="numbers ml-2 font-normal text-ink-faint text-xs">
                {plural(sizes.get(one.source) ?? 0, 'example')}
              </span>
            </span>
            <Select
              className="w-56"
              aria-label={`What becomes of ${one.source}`}
              value={one.into}
              onChange={(event) => change(one.source, { into: event.target.value as SourceDraft['into'] })}
            >
              <option value="counts">Parted by counts</option>
              {SPLIT_NAMES.map((name) => (
                <option key={name} value={name}>
                  All into {splitWord(name)}
                </option>
              ))}
              <option value="none">Left out</option>
            </Select>
          </div>
          {one.into === 'counts' ? (
            <PartInputs
              id={`source-${one.source}`}
              values={one.counts}
              onChange={(counts) => change(one.source, { counts })}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
