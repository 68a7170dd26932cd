'use client';

import { Stethoscope } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { Columns } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { Term } from '@/components/ui/term';
import { Time } from '@/components/ui/time';
import type { DiagnosisSummary } from '@/lib/contracts/diagnoses';
import { methodWords } from '@/lib/domain/method-words';
import { standingWord } from '@/lib/view/diagnosis-words';
import { word } from '@/lib/view/list-rows';
import { shortHash } from '@/lib/view/numbers';
import { useDiagnoses } from './use-diagnoses';
import { VerdictBadge } from './verdict-badge';

const SHOWN = ['all', 'go', 'noGo', 'undecided'] as const;

/** All serial diagnoses, newest first. */
export function DiagnosisListView() {
  const [shown, setShown] = useQueryState('verdict', parseAsStringLiteral(SHOWN).withDefault('all'));
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Diagnoses"
        description={
          <>
            Whether a <Term id="serial-run" /> converges. A parallel run needs a go of the same task, split,
            method and hardware.
          </>
        }
      />
      <RecordList
        words={{ caption: 'Diagnoses', one: 'diagnosis', many: 'diagnoses' }}
        list={useDiagnoses(shown === 'all' ? null : shown)}
        columns={COLUMNS}
        address={useListAddress()}
        views="diagnoses"
        filters={
          <Segmented
            label="Verdict"
            value={shown}
            onChange={(value) => setShown(value === 'all' ? null : value)}
            options={[
              { value: 'all', label: 'All' },
              { value: 'go', label: 'Go' },
              { value: 'noGo', label: 'No-go' },
              { value: 'undecided', label: 'Undecided' },
            ]}
          />
        }
        empty={{
          icon: Stethoscope,
          title: shown === 'all' ? 'Nothing was diagnosed yet' : 'No diagnosis says so',
          text: 'The end of a serial baseline makes one; an imported curve is diagnosed from its page.',
        }}
      />
    </>
  );
}

const COLUMNS: Columns<DiagnosisSummary> = [
  {
    id: 'task',
    label: 'Task',
    data: [
      word('task', (item) => item.task),
      word('id', (item) => item.id),
      word('split', (item) => item.splitHash),
      word('practice model', (item) => item.practice),
      word('imported run id', (item) => item.importedRunId),
    ],
    className: 'min-w-40',
    cell: (item) => (
      <>
        <Link href={`/diagnoses/${item.id}`} className="font-medium hover:underline">
          {item.task}
        </Link>
        <p className="text-ink-faint text-xs">
          {item.importedRunId === null ? 'own run' : 'imported, opens no run'}
          {item.splitHash === null ? '' : ` · split ${shortHash(item.splitHash)}`}
          {item.practice ? ' · practice model' : ''}
        </p>
      </>
    ),
  },
  {
    id: 'verdict',
    label: 'Verdict',
    data: [word('verdict', (item) => item.verdict)],
    cell: (item) => <VerdictBadge verdict={item.verdict} />,
  },
  {
    id: 'why',
    label: 'Why',
    className: 'min-w-64 text-ink-soft',
    data: [word('why', (item) => item.reason)],
    cell: (item) => item.reason,
  },
  {
    id: 'method',
    label: 'Method',
    data: [word('method', (item) => methodWords(item.method))],
    className: 'whitespace-nowrap',
    cell: (item) => methodWords(item.method),
  },
  {
    id: 'standing',
    label: 'Standing',
    data: [word('standing', (item) => standingWord(item.verdict, item.newer))],
    className: 'whitespace-nowrap',
    cell: (item) =>
      item.newer === null ? (
        standingWord(item.verdict, null)
      ) : (
        <Link href={`/diagnoses/${item.newer.id}`} className="underline underline-offset-2">
          {standingWord(item.verdict, item.newer)}
        </Link>
      ),
  },
  {
    id: 'made',
    label: 'Made',
    data: [word('made at', (item) => item.createdAt)],
    className: 'whitespace-nowrap text-ink-faint',
    cell: (item) => <Time at={item.createdAt} />,
  },
];
