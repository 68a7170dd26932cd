import { CircleCheck, CircleDashed } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { KIND_WORDS } from '@/lib/policy/personal-data';
import { evidenceLines } from '@/lib/view/canary/evidence-lines';
import { shortHash } from '@/lib/view/numbers';
import { lightWords } from '@/lib/view/run-readiness';

/** The parts that are approved together, each with its hash. */
export function EvidenceTable({ evidence }: { evidence: CanaryEvidence }) {
  return (
    <>
      <div className="-mx-4">
        <Table caption="Evidence">
          <TableHead>
            <HeadCell>Part</HeadCell>
            <HeadCell>What it says</HeadCell>
            <HeadCell>Hash</HeadCell>
          </TableHead>
          <TableBody>
            {evidenceLines(evidence).map(({ part, says, href, hash }) => (
              <Row key={part}>
                <Cell className="whitespace-nowrap font-medium">{part}</Cell>
                <Cell className="numbers min-w-44">
                  {href === null ? (
                    says
                  ) : (
                    <Link href={href} className="underline underline-offset-2">
                      {says}
                    </Link>
                  )}
                </Cell>
                <Cell className="font-mono text-ink-faint text-xs" title={hash ?? undefined}>
                  {hash === null ? '' : shortHash(hash)}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      <ReadinessLights readiness={evidence.readiness} />
      <PersonalData personalData={evidence.personalData} />
    </>
  );
}

/** Only where something was found: what stands in the prompt, and why it stays. */
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
