import { CircleCheck, CircleDashed } from 'lucide-react';
import { ColumnTable } from '@/components/list/column-table';
import { tableReader } from '@/components/list/table-card';
import { type TableColumn, wordColumn } from '@/components/list/table-column';
import { TableDoor } from '@/components/list/table-door';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { KIND_WORDS } from '@/lib/policy/personal-data';
import { type EvidenceLine, evidenceLines } from '@/lib/view/canary/evidence-lines';
import { word } from '@/lib/view/list-rows';
import { shortHash } from '@/lib/view/numbers';
import { lightWords } from '@/lib/view/run-readiness';

const COLUMNS: readonly TableColumn<EvidenceLine>[] = [
  wordColumn({ label: 'Part', className: 'whitespace-nowrap font-medium', of: ({ part }) => part }),
  {
    label: 'What it says',
    className: 'numbers min-w-44',
    data: [word('what it says', ({ says }) => says)],
    cell: ({ says, href }) =>
      href === null ? (
        says
      ) : (
        <Link href={href} className="underline underline-offset-2">
          {says}
        </Link>
      ),
  },
  {
    label: 'Hash',
    className: 'font-mono text-ink-faint text-xs',
    data: [word('hash', ({ hash }) => hash)],
    cell: ({ hash }) => (hash === null ? '' : <span title={hash}>{shortHash(hash)}</span>),
  },
];

/** For the head of the card that holds the table. */
export function EvidenceDoor({ evidence }: { evidence: CanaryEvidence }) {
  const rows = evidenceLines(evidence);
  return <TableDoor name="Evidence" read={tableReader({ caption: 'Evidence', columns: COLUMNS, rows })} />;
}

/** The parts that are approved together, each with its hash. */
export function EvidenceTable({ evidence }: { evidence: CanaryEvidence }) {
  return (
    <>
      <div className="-mx-4">
        <ColumnTable
          caption="Evidence"
          columns={COLUMNS}
          rows={evidenceLines(evidence)}
          keyOf={({ part }) => part}
        />
      </div>
      <ReadinessLights readiness={evidence.readiness} />
      <PersonalData personalData={evidence.personalData} />
    </>
  );
}

/** Only where something was found: the finding in the prompt, and why it stays. */
function PersonalData({ personalData }: Pick<CanaryEvidence, 'personalData'>) {
  if (personalData === undefined) return null;
  const found = Object.entries(personalData.found)
    .map(([kind, count]) => `${(KIND_WORDS as Readonly<Record<string, string>>)[kind] ?? kind}: ${count}`)
    .join(', ');
  return (
    <p className="break-words text-[0.8125rem]">
      <span className="font-medium">Personal or secret data in the prompt</span> ({found}) stays:{' '}
      {personalData.reason || 'no reason was given.'}
    </p>
  );
}

function ReadinessLights({ readiness }: Pick<CanaryEvidence, 'readiness'>) {
  if (readiness === null)
    return (
      <p className="text-[0.8125rem] text-ink-faint">
        The prompt comes from no run, so there are no readiness lights.
      </p>
    );
  return (
    <div className="flex flex-col gap-2 text-[0.8125rem]">
      <p>
        <Link href={`/runs/${readiness.runId}`} className="underline underline-offset-2">
          Readiness of its run
        </Link>
        <span className="text-ink-soft">
          {readiness.blockedBy ? ': not every light is green.' : ': every light is green.'}
        </span>
      </p>
      <ul className="flex flex-wrap gap-2">
        {readiness.lights.map(({ name, state }) => {
          const { title, word, tone } = lightWords(name, state);
          return (
            <li key={name}>
              <Badge tone={tone} icon={tone === 'good' ? CircleCheck : CircleDashed}>
                {title}: {word.toLowerCase()}
              </Badge>
            </li>
          );
        })}
      </ul>
      {readiness.waiver ? (
        <p className="break-words text-ink-soft">
          Waived by {readiness.waiver.by}: {readiness.waiver.reason}
        </p>
      ) : null}
    </div>
  );
}
