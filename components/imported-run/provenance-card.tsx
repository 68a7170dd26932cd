import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Notice } from '@/components/ui/notice';
import type { ImportedRunDetail } from '@/lib/contracts/imported-runs';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import { plural, shortHash } from '@/lib/view/numbers';

type Found = Pick<ImportedRunPreviewView, 'files' | 'mapping' | 'leftOut' | 'unknown'>;

const FILES_SHOWN = 12;

const sizeWords = (bytes: number) => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);

/** The columns of a curve, as the form calls them. */
const COLUMN_WORDS: Readonly<Record<string, string>> = {
  score: 'Score',
  seen: 'Seen so far',
  lower: 'Lower end',
  upper: 'Upper end',
  n: 'Examples scored',
  seconds: 'Seconds',
  usd: 'Dollars',
};

/** Use of the files: which were given, what was mapped, what was left out and why, what is unknown. */
export function FoundList({ found }: { found: Found }) {
  const mapped = Object.entries(found.mapping ?? {}).filter(([, from]) => from !== null);
  return (
    <div className="flex flex-col gap-4">
      <DefinitionList
        items={[
          ...found.files.slice(0, FILES_SHOWN).map((file) => ({
            term: file.name,
            value: (
              <span title={`sha256 ${file.sha256}`}>
                {sizeWords(file.bytes)}, <span className="font-mono text-xs">{shortHash(file.sha256)}</span>
              </span>
            ),
          })),
          ...(found.files.length > FILES_SHOWN
            ? [{ term: 'And', value: plural(found.files.length - FILES_SHOWN, 'more file') }]
            : []),
          ...mapped.map(([field, from]) => ({
            term: `“${COLUMN_WORDS[field] ?? field}” read from`,
            value: from,
          })),
        ]}
        className="[&_dt]:min-w-0 [&_dt]:shrink [&_dt]:break-words"
      />
      {found.unknown.length > 0 ? (
        <p className="text-[0.8125rem] text-ink-soft">Unknown: {found.unknown.join(', ')}.</p>
      ) : null}
      {found.leftOut.length > 0 ? (
        <div>
          <h3 className="mb-1 font-medium text-[0.8125rem]">Left out</h3>
          <ul className="max-h-48 space-y-1 overflow-y-auto text-[0.8125rem] text-ink-soft">
            {found.leftOut.map(({ what, why }) => (
              <li key={`${what} ${why}`} className="break-words">
                <span className="font-mono text-xs">{what}</span>: {why}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

/** Where an imported run is from, beside every place where its numbers show. */
export function ProvenanceCard({ run, title }: { run: ImportedRunDetail; title: string }) {
  const { provenance } = run;
  const stated = (text: string) => text || 'not stated';
  return (
    <Card
      title={title}
      description="As the person who imported it stated it; nothing here was measured by us."
    >
      <div className="flex flex-col gap-4">
        <DefinitionList
          items={[
            { term: 'Ran by', value: stated(provenance.ranBy) },
            { term: 'When it ran', value: stated(provenance.ranAt) },
            { term: 'Hardware', value: stated(provenance.hardware) },
            { term: 'Task', value: stated(run.task ?? '') },
            { term: 'Imported by', value: run.createdBy },
          ]}
        />
        {provenance.description ? <p className="text-[0.8125rem]">{provenance.description}</p> : null}
        {run.notes.length > 0 ? (
          <ul className="list-disc space-y-1 pl-5 text-[0.8125rem] text-ink-soft">
            {run.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : null}
        <div>
          <h3 className="mb-2 font-medium text-[0.8125rem]">What was read</h3>
          <FoundList found={provenance} />
        </div>
        {provenance.faultCount > 0 ? (
          <Notice tone="honey" title={`${plural(provenance.faultCount, 'fault')} left out`}>
            {provenance.faults.slice(0, 5).map(({ where, message }) => (
              <p key={`${where} ${message}`}>
                <span className="font-mono text-xs">{where}</span> {message}
              </p>
            ))}
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
