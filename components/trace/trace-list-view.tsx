'use client';

import { GraduationCap, Waypoints } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { itemsOf } from '@/components/api/use-pages';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { traceFilterQuery, traceFilterWords } from '@/lib/view/trace-filter-address';
import { MakeDatasetButton } from './make-dataset-dialog';
import { PromptFailures } from './prompt-failures';
import { ScoringLines } from './scoring-lines';
import { SendTraces } from './send-traces';
import { TRACE_COLUMNS } from './trace-columns';
import { TraceFilters } from './trace-filters';
import { UploadButton } from './upload-dialog';
import { useTraceFilter } from './use-trace-filter';
import { useTraces } from './use-traces';

const HIDDEN_AT_FIRST = ['source', 'steps', 'time', 'prompt'];

/** The collected traces of the workspace. New ones appear by themselves. */
export function TraceListView({ address: sendTo }: { readonly address: string }) {
  const { mayExperiment } = useViewer();
  const address = useListAddress(HIDDEN_AT_FIRST);
  const filters = useTraceFilter();
  const { filter } = filters;
  const list = useTraces(filter);
  const query = traceFilterQuery(filter);
  // While filters are cleared, the list shows the rows of the last ones.
  const isRead = list.isSuccess && !list.isPlaceholderData;
  const isEmpty = query === '' && isRead && itemsOf(list).length === 0;
  const suffix = query === '' ? '' : `?${query}`;
  return (
    <>
      <PageHeader
        title="Traces"
        description="What agents did under prompts of their own. Judge them, and learn a prompt from what they show."
        actions={
          mayExperiment ? (
            <>
              <UploadButton />
              {isEmpty ? null : (
                <>
                  <Button asChild>
                    <Link href={`/traces/judge${suffix}`}>Judge</Link>
                  </Button>
                  {filter.promptName === undefined ? null : <PromptFailures promptName={filter.promptName} />}
                  <MakeDatasetButton filter={filter} />
                  <Button asChild>
                    <Link href={`/traces/score${suffix}`}>Score these</Link>
                  </Button>
                  <Button asChild variant="primary">
                    <Link href={`/traces/learn${suffix}`}>
                      <GraduationCap aria-hidden /> Learn from these
                    </Link>
                  </Button>
                </>
              )}
            </>
          ) : null
        }
      />
      <ScoringLines />
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
          filters={<TraceFilters {...filters} />}
          empty={{
            icon: Waypoints,
            title: 'No trace fits these filters',
            text: traceFilterWords(filter).join(', '),
            action: <Button onClick={filters.clear}>Clear the filters</Button>,
          }}
        />
      )}
    </>
  );
}
