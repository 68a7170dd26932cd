import { TableCard } from '@/components/list/table-card';
import { figureColumn, type TableColumn } from '@/components/list/table-column';
import { Time } from '@/components/ui/time';
import type { AgentVersionView } from '@/lib/contracts/agent-shapes';
import { placeOfAgent } from '@/lib/view/agent-words';
import { word } from '@/lib/view/list-rows';
import { shortHash } from '@/lib/view/numbers';

const COLUMNS: readonly TableColumn<AgentVersionView>[] = [
  figureColumn({ label: 'Version', of: (one) => one.version }),
  {
    label: 'Reached at',
    className: 'font-mono text-xs wrap-anywhere',
    data: [word('reached at', ({ settings }) => placeOfAgent(settings))],
    cell: ({ settings }) => placeOfAgent(settings),
  },
  {
    label: 'Hash',
    className: 'font-mono text-ink-faint text-xs',
    data: [word('hash', (one) => one.hash)],
    cell: ({ hash }) => shortHash(hash),
  },
  {
    label: 'Saved',
    className: 'whitespace-nowrap text-ink-faint',
    data: [word('saved at', (one) => one.createdAt), word('saved by', (one) => one.createdBy)],
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} /> by {createdBy}
      </>
    ),
  },
];

export function VersionsCard({ versions }: { versions: readonly AgentVersionView[] }) {
  return (
    <TableCard
      title="Versions"
      caption="Versions"
      description="A run pins one version by its hash."
      columns={COLUMNS}
      rows={versions}
      keyOf={({ version }) => version}
    />
  );
}
