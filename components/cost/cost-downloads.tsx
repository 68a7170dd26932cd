import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu';

/** The numbers behind the page as files: sums, calls, rollouts. */
export function CostDownloads({ runId }: { runId: string }) {
  const run = `/api/v1/runs/${runId}`;
  return (
    <DropdownMenu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuLabel>Cost</MenuLabel>
      <File href={`${run}/costs/export?table=costs`}>Cost table, CSV</File>
      <File href={`${run}/costs/export?table=calls`}>Every call, CSV</File>
      <MenuLabel>Log of rollouts</MenuLabel>
      <File href={`${run}/rollout-log?format=csv`}>CSV</File>
      <File href={`${run}/rollout-log?format=jsonl`}>JSON lines</File>
      <File href={`${run}/rollout-log?format=parquet`}>Parquet</File>
    </DropdownMenu>
  );
}

function File({ href, children }: { href: string; children: string }) {
  return (
    <MenuItem asChild>
      <a href={href} download>
        {children}
      </a>
    </MenuItem>
  );
}
