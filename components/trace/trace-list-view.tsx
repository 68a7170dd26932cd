'use client';

import { GraduationCap, Waypoints } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useViewer } from '@/components/account/viewer';
import { itemsOf } from '@/components/api/use-pages';
import { FilterChoice } from '@/components/list/filter-choice';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import {
  OUTCOME_WORDS,
  SOURCE_CHOICES,
  traceFilterOf,
  traceFilterQuery,
  traceFilterWords,
} from '@/lib/view/trace-filter-address';
import { SendTraces } from './send-traces';
import { TRACE_COLUMNS } from './trace-columns';
import { useTraceFacets, useTraces } from './use-traces';

const HIDDEN_AT_FIRST = ['source', 'steps', 'time', 'prompt'];

/** The collected traces of the workspace. New ones appear by themselves. */
export function TraceListView({ address: sendTo }: { readonly address: string }) {
  const { mayExperiment } = useViewer();
  const address = useListAddress(HIDDEN_AT_FIRST);
  const filter = traceFilterOf(new URLSearchParams(useSearchParams()));
  const list = useTraces(filter);
  const query = traceFilterQuery(filter);
  const isEmpty = query === '' && list.isSuccess && itemsOf(list).length === 0;
  const suffix = query === '' ? '' : `?${query}`;
  return (
    <>
      <PageHeader
        title="Traces"
        description="What agents did under prompts of their own. Judge them, and learn a prompt from what they show."
        actions={
          mayExperiment ? (
            <>
              <Button asChild>
                <Link href={`/traces/judge${suffix}`}>Judge</Link>
              </Button>
              <Button asChild variant="primary">
                <Link href={`/traces/learn${suffix}`}>
                  <GraduationCap aria-hidden /> Learn from these
                </Link>
              </Button>
            </>
          ) : null
        }
      />
      {isEmpty ? (
        <Card flush>
          <SendTraces address={sendTo} />
        </Card>
      ) : (
        <RecordList
          words={{ caption: 'Traces', one: 'trace', many: 'traces' }}
          list={list}
          columns={TRACE_COLUMNS}
          address={address}
          views="traces"
          filters={<Filters filter={filter} />}
          empty={{ icon: Waypoints, title: `No trace is ${traceFilterWords(filter).join(', ')}` }}
        />
      )}
    </>
  );
}

/** Conditions in the address; each choice replaces one of them. */
function Filters({ filter }: { readonly filter: TraceFilter }) {
  const router = useRouter();
  const params = useSearchParams();
  const facets = useTraceFacets().data;
  const set = (name: keyof TraceFilter, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
    router.replace(`?${next}`, { scroll: false });
  };
  const named = (values: readonly string[] = [], value?: string) =>
    [...new Set([...(value === undefined ? [] : [value]), ...values])].map((one) => [one, one] as const);
  const outcomes = Object.entries(OUTCOME_WORDS).map(([value, words]) => [value, words] as const);
  return (
    <>
      <SearchInput
        label="Words in task, answer or error"
        placeholder="Words"
        value={filter.words ?? ''}
        onChange={(text) => set('words', text)}
      />
      <FilterChoice
        label="Outcome"
        value={filter.outcome ?? null}
        options={outcomes}
        onChange={(value) => set('outcome', value)}
      />
      <FilterChoice
        label="Service"
        value={filter.service ?? null}
        options={named(facets?.services, filter.service)}
        onChange={(value) => set('service', value)}
      />
      <FilterChoice
        label="Model"
        value={filter.model ?? null}
        options={named(facets?.models, filter.model)}
        onChange={(value) => set('model', value)}
      />
      <FilterChoice
        label="Tool"
        value={filter.tool ?? null}
        options={named(facets?.tools, filter.tool)}
        onChange={(value) => set('tool', value)}
      />
      <FilterChoice
        label="Prompt"
        value={filter.promptName ?? null}
        options={named(facets?.prompts, filter.promptName)}
        onChange={(value) => set('promptName', value)}
      />
      <FilterChoice
        label="Source"
        value={filter.source ?? null}
        options={SOURCE_CHOICES}
        onChange={(value) => set('source', value)}
      />
    </>
  );
}
