import * as diagnoses from '@/lib/contracts/diagnoses';
import * as evaluations from '@/lib/contracts/evaluations';
import { documentFile } from '@/server/http/document-file';
import { serve } from '@/server/http/serve';
import { makeDiagnosis } from '@/server/services/diagnoses/make-diagnosis';
import {
  getDiagnosis,
  listDiagnoses,
  readDiagnosisDocument,
} from '@/server/services/diagnoses/read-diagnoses';
import { evaluateCandidate } from '@/server/services/evaluations/evaluate-candidate';
import { readEvaluationSummary } from '@/server/services/evaluations/evaluation-summary';

/** Diagnoses of serial runs, and measurements of single candidates. */
export const served = [
  serve(diagnoses.exportDiagnosis, async (actor, { format, ...params }, { signal }) => {
    const name = `diagnosis-${params.diagnosisId}`;
    if (format === 'json') return jsonFile(await getDiagnosis(actor, params), name);
    return documentFile(await readDiagnosisDocument(actor, params), { format, name, signal });
  }),
  serve(diagnoses.getDiagnosis, getDiagnosis),
  serve(diagnoses.listDiagnoses, listDiagnoses),
  serve(diagnoses.makeDiagnosis, makeDiagnosis),
  serve(evaluations.evaluateCandidate, evaluateCandidate),
  serve(evaluations.readEvaluationSummary, readEvaluationSummary),
];

/** The content and its hash rather than the words, so that the reader of the file can check it. */
function jsonFile(value: object, name: string): Response {
  return new Response(`${JSON.stringify(value, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${name}.json"`,
      'cache-control': 'no-store',
    },
  });
}
