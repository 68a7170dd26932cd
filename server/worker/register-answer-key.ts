import type pg from 'pg';
import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * The practice model works from the text that it is sent and from the answer key of the set that is practised. Before
 * a run on it begins, it is given that key; a real provider never sees one.
 */
export async function registerAnswerKey(pool: pg.Pool, manifest: RunManifest): Promise<void> {
  const { split } = manifest;
  const origins = new Set(bindingsOf(manifest).flatMap(({ practice, origin }) => (practice ? [origin] : [])));
  if (origins.size === 0) return;
  const { rows: datasets } = await pool.query<{ id: string; hash: string; preset: string }>(
    `SELECT dataset.id, dataset.hash, dataset.preset FROM "SplitRegistration" AS split
     JOIN "Dataset" AS dataset ON dataset.id = split."datasetId" WHERE split.id = $1`,
    [split.registrationId],
  );
  const dataset = datasets[0];
  if (!dataset) throw new AppError('NOT_FOUND', 'The data set of this run is not there any more.');
  const { rows: entries } = await pool.query(
    `SELECT question, expected, id AS "exampleId", "groupKey" FROM "Example" WHERE "datasetId" = $1 AND question <> ''`,
    [dataset.id],
  );
  const body = JSON.stringify({ profile: dataset.preset === 'finer' ? 'finer' : 'formula', entries });
  for (const origin of origins)
    await put(`${origin}/practice/answer-keys/${encodeURIComponent(dataset.hash)}`, body);
}

const TIMEOUT_MS = 30_000;

async function put(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new AppError(
      'MODEL_UNAVAILABLE',
      'The practice model does not answer; it is started by npm start.',
      {
        cause: error,
      },
    );
  });
  if (response.ok) return;
  const said = (await response.text()).slice(0, 300);
  throw new AppError('MODEL_REJECTED', `The practice model refused the answer key (${response.status}).`, {
    context: { said },
  });
}
