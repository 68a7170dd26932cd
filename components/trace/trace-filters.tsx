'use client';

import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { FilterChoice } from '@/components/list/filter-choice';
import { Button } from '@/components/ui/button';
import { SearchInput } from '@/components/ui/search-input';
import { FILTER_TEXT_MAX } from '@/lib/domain/trace-filter';
import { OUTCOME_WORDS } from '@/lib/view/trace-filter-address';
import { MORE_FILTERS, MoreFiltersDialog } from './more-filters-dialog';
import type { useTraceFilter } from './use-trace-filter';
import { useTraceFacets } from './use-traces';

const OUTCOMES = Object.entries(OUTCOME_WORDS).map(([value, words]) => [value, words] as const);

/** Filters of the list of traces: the frequent ones in the bar, the others in a dialog. */
export function TraceFilters({ texts, set }: ReturnType<typeof useTraceFilter>) {
  const facets = useTraceFacets().data;
  const [isOpen, setOpen] = useState(false);
  const more = MORE_FILTERS.filter((name) => texts[name] !== null).length;
  // A chosen value that the newest traces no longer have stays a choice.
  const named = (values: readonly string[] = [], value: string | null) =>
    [...new Set([...(value === null ? [] : [value]), ...values])].map((one) => [one, one] as const);
  return (
    <>
      <SearchInput
        label="Words in task, answer or error"
        placeholder="Words"
        value={texts.words ?? ''}
        maxLength={FILTER_TEXT_MAX}
        onChange={(text) => set({ words: text || null })}
      />
      <FilterChoice
        label="Outcome"
        value={texts.outcome}
        options={OUTCOMES}
        onChange={(outcome) => set({ outcome })}
      />
      <FilterChoice
        label="Service"
        value={texts.service}
        options={named(facets?.services, texts.service)}
        onChange={(service) => set({ service })}
      />
      <FilterChoice
        label="Model"
        value={texts.model}
        options={named(facets?.models, texts.model)}
        onChange={(model) => set({ model })}
      />
      <FilterChoice
        label="Tool"
        value={texts.tool}
        options={named(facets?.tools, texts.tool)}
        onChange={(tool) => set({ tool })}
      />
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden /> More filters{more === 0 ? '' : ` (${more})`}
      </Button>
      {isOpen ? (
        <MoreFiltersDialog
          texts={texts}
          prompts={named(facets?.prompts, texts.promptName)}
          onSet={set}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
