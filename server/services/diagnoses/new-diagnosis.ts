import { canonicalHash } from '@/lib/domain/content-hash';
import type { SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { assertAlternatives } from '@/lib/policy/diagnosis';
import { jsonColumn } from '@/server/db/stored-json';
import type { NewDiagnosis } from '@/server/repositories/diagnoses';

/** A diagnosis as a row: its content whole, under its hash. Refuses one that says no without an alternative. */
export function newDiagnosis(
  content: SerialDiagnosis,
  scope: { readonly workspaceId: string; readonly scopeHash: string },
): NewDiagnosis {
  assertAlternatives(content);
  // Once through JSON, so that what is hashed is what will be read.
  const written = JSON.parse(JSON.stringify(content)) as SerialDiagnosis;
  const { source, verdict, finding, reason, alternatives } = written;
  return {
    ...scope,
    id: content.id,
    runId: source.kind === 'run' ? source.runId : null,
    ...(source.kind === 'imported' ? { importedRunId: source.importedRunId } : {}),
    verdict,
    reason,
    detail: jsonColumn({ finding, alternatives, content: written }),
    hash: canonicalHash(written),
    createdAt: new Date(written.madeAt),
  };
}
