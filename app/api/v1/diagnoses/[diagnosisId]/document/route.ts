import { exportDiagnosis } from '@/lib/contracts/diagnoses';
import { documentFile } from '@/server/http/document-file';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/diagnoses/read-diagnoses';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportDiagnosis, async ({ actor, params, query: { format } }) => {
    const name = `diagnosis-${params.diagnosisId}`;
    if (format === 'json') return jsonFile(await reading.getDiagnosis(actor, params), name);
    return documentFile(await reading.readDiagnosisDocument(actor, params), { format, name });
  }),
);

/** The content and its hash rather than the words, so that whoever gets the file can check it. */
function jsonFile(value: object, name: string): Response {
  return new Response(`${JSON.stringify(value, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${name}.json"`,
      'cache-control': 'no-store',
    },
  });
}
