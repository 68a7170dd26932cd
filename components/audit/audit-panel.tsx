'use client';

import { ScrollText } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useViewer } from '@/components/account/viewer';
import type { Columns } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Input } from '@/components/ui/input';
import { Time } from '@/components/ui/time';
import type { AuditLine } from '@/lib/contracts/audit-log';
import { may } from '@/lib/policy/roles';
import { word } from '@/lib/view/list-rows';
import { AuditCheckCard } from './audit-check-card';
import { type AuditFilter, useAudit } from './use-audit';

const WORD = parseAsString.withDefault('');

/** Who did what in this workspace, and whether the log is what was written. */
export function AuditPanel() {
  const { role } = useViewer();
  if (!may(role, 'review'))
    return (
      <Card flush>
        <EmptyState icon={ScrollText} title="The audit log is for owners and reviewers">
          An owner can make you a reviewer.
        </EmptyState>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <AuditCheckCard />
      <AuditList />
    </div>
  );
}

function AuditList() {
  const [filter, setFilter] = useQueryStates({ action: WORD, subject: WORD, actor: WORD });
  const isNarrowed = Object.values(filter).some((word) => word !== '');
  return (
    <RecordList
      words={{ caption: 'Audit log', one: 'entry', many: 'entries' }}
      list={useAudit({
        action: filter.action.trim(),
        subject: filter.subject.trim(),
        actor: filter.actor.trim(),
      })}
      columns={COLUMNS}
      address={useListAddress()}
      filters={FILTERS.map(({ name, label, placeholder }) => (
        <span key={name} className="min-w-0 flex-1 basis-36 sm:max-w-52">
          <Input
            type="search"
            aria-label={label}
            placeholder={placeholder}
            value={filter[name]}
            onChange={(event) => void setFilter({ [name]: event.target.value || null })}
          />
        </span>
      ))}
      empty={{
        icon: ScrollText,
        title: isNarrowed ? 'No entry fits' : 'Nothing has happened yet',
        text: isNarrowed ? 'An action is found by its beginning, a subject by its whole id.' : undefined,
      }}
    />
  );
}

const FILTERS: readonly { name: keyof AuditFilter; label: string; placeholder: string }[] = [
  { name: 'action', label: 'Action, from its beginning', placeholder: 'Action, as in canary.' },
  { name: 'subject', label: 'Subject, its whole id', placeholder: 'Subject, its id' },
  { name: 'actor', label: 'Part of who did it', placeholder: 'Who' },
];

const COLUMNS: Columns<AuditLine> = [
  {
    id: 'action',
    label: 'Action',
    data: [word('action', (line) => line.action), word('subject', (line) => line.subject)],
    className: 'min-w-40',
    cell: (line) => (
      <>
        <span className="font-medium">{line.action}</span>
        <span className="block wrap-anywhere font-mono text-ink-faint text-xs">{line.subject}</span>
      </>
    ),
  },
  {
    id: 'actor',
    label: 'Who',
    className: 'min-w-32 break-words',
    data: [word('actor', (line) => line.actor)],
    cell: (line) => line.actor,
  },
  {
    id: 'detail',
    label: 'Detail',
    data: [word('detail', detailOf)],
    className: 'min-w-56',
    cell: (line) => <span className="wrap-anywhere font-mono text-ink-soft text-xs">{detailOf(line)}</span>,
  },
  {
    id: 'at',
    label: 'When',
    data: [word('at', (line) => line.at)],
    className: 'min-w-28 text-ink-faint',
    cell: (line) => <Time at={line.at} withSeconds />,
  },
  {
    id: 'seq',
    label: 'Number',
    data: [word('number', (line) => line.seq)],
    numeric: true,
    className: 'text-ink-faint',
    cell: (line) => line.seq ?? 'not sealed yet',
  },
];

function detailOf({ detail }: AuditLine): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
