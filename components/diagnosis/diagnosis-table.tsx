import Link from 'next/link';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { DiagnosisSummary } from '@/lib/contracts/diagnoses';
import { standingWord } from '@/lib/view/diagnosis-words';
import { VerdictBadge } from './verdict-badge';

export function DiagnosisTable({ items }: { items: readonly DiagnosisSummary[] }) {
  return (
    <Table caption="Diagnoses">
      <TableHead>
        <HeadCell>Verdict</HeadCell>
        <HeadCell>Task</HeadCell>
        <HeadCell>Why</HeadCell>
        <HeadCell>Method</HeadCell>
        <HeadCell>Standing</HeadCell>
        <HeadCell>Made</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <Row key={item.id}>
            <Cell>
              <VerdictBadge verdict={item.verdict} />
            </Cell>
            <Cell className="min-w-40">
              <Link href={`/diagnoses/${item.id}`} className="font-medium hover:underline">
                {item.task}
              </Link>
              <p className="text-ink-faint text-xs">
                {item.importedRunId === null ? 'own run' : 'imported, opens no run'}
                {item.practice ? ' · practice model' : ''}
              </p>
            </Cell>
            <Cell className="min-w-64 text-ink-soft">{item.reason}</Cell>
            <Cell className="whitespace-nowrap">{item.method}</Cell>
            <Cell className="whitespace-nowrap">
              {item.newer === null ? (
                standingWord(item.verdict, null)
              ) : (
                <Link href={`/diagnoses/${item.newer.id}`} className="underline underline-offset-2">
                  {standingWord(item.verdict, item.newer)}
                </Link>
              )}
            </Cell>
            <Cell className="whitespace-nowrap text-ink-faint">
              <Time at={item.createdAt} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
