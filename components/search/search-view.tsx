'use client';

import { TextSearch } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useRef } from 'react';
import { useSettled } from '@/components/api/use-settled';
import { useRowKeys } from '@/components/list/use-row-keys';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { Segmented } from '@/components/ui/segmented';
import { SEARCH_KINDS } from '@/lib/contracts/search';
import { HitGroup } from './hit-group';
import { SEARCH_MIN } from './use-search';

const KINDS = ['all', ...SEARCH_KINDS] as const;

/** Prompts, reflections and traces by their words. The whole question is in the address. */
export function SearchView() {
  const boxRef = useRef<HTMLDivElement>(null);
  useRowKeys(boxRef);
  const [{ q, kind, run, experiment }, set] = useQueryStates({
    q: parseAsString.withDefault(''),
    kind: parseAsStringLiteral(KINDS).withDefault('all'),
    run: parseAsString.withDefault(''),
    experiment: parseAsString.withDefault(''),
  });
  const settled = useSettled(q.trim());
  const shown = kind === 'all' ? SEARCH_KINDS : [kind];
  const isNarrowed = run !== '' || experiment !== '';
  return (
    <>
      <PageHeader
        title="Search"
        description="Finds prompts, reflections and traces that hold all words; the beginning of a word is enough. Traces of evaluations are found within one run."
      />
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <SearchInput
            label="Search prompts, reflections and traces"
            placeholder="Words, a bullet’s id, a number"
            value={q}
            onChange={(value) => void set({ q: value || null })}
          />
          <Segmented
            label="Search in"
            value={kind}
            onChange={(value) => void set({ kind: value === 'all' ? null : value })}
            options={[
              { value: 'all', label: 'All' },
              { value: 'prompt', label: 'Prompts' },
              { value: 'reflection', label: 'Reflections' },
              { value: 'trace', label: 'Traces' },
            ]}
          />
          {isNarrowed ? (
            <Button onClick={() => void set({ run: null, experiment: null })}>
              {run === ''
                ? 'Only one experiment is searched: search all'
                : 'Only one run is searched: search all'}
            </Button>
          ) : null}
        </div>
        {settled.length < SEARCH_MIN ? (
          <Card flush>
            <EmptyState icon={TextSearch} title="What are you looking for?">
              Type at least two characters: a word of an insight, the id of a bullet or an example, a number
              of an answer.
            </EmptyState>
          </Card>
        ) : (
          <div ref={boxRef} className="flex flex-col gap-4">
            {shown.map((each) => (
              <HitGroup
                key={each}
                asked={{ q: settled, kind: each, run, experiment }}
                isPart={kind === 'all'}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}
