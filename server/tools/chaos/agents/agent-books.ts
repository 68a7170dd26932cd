import pg from 'pg';
import type { CountedProvider } from './counted-provider';
import type { UnrulyAgent } from './unruly-agent';

/** The books of a run with an agent, to be held against the counts of the endpoint and the agent. */
export interface AgentWitnesses {
  readonly databaseUrl: string;
  readonly runId: string;
  readonly agent: UnrulyAgent;
  readonly provider: CountedProvider;
  /** Calls that may have been written and never sent, or sent and never completed: those in flight at each kill. */
  readonly inFlightMax: number;
}

interface Totals {
  readonly twice: number;
  readonly after: number;
  readonly open: number;
  readonly calls: number;
  readonly unfinished: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly missing: number;
  readonly missing_scored: number;
  readonly rollouts: number;
}

const TOTALS = `
WITH own AS (SELECT * FROM "Rollout" WHERE "runId" = $1),
  calls AS (SELECT call.* FROM "AgentCall" AS call JOIN own ON own.id = call."rolloutId" AND own.attempt = call.attempt
    WHERE call.status NOT IN ('refused', 'stray')),
  finished AS (SELECT data FROM "LedgerEntry" WHERE "runId" = $1 AND type = 'rollout.finished')
SELECT
  (SELECT count(*) FROM (SELECT id FROM own WHERE status IN ('completed', 'limit') GROUP BY id HAVING count(*) > 1) AS x)::int AS twice,
  (SELECT count(*) FROM own AS later JOIN own AS done ON done.id = later.id AND done.attempt < later.attempt
    WHERE done.status IN ('completed', 'limit'))::int AS after,
  (SELECT count(*) FROM own WHERE status = 'running')::int AS open,
  (SELECT count(*) FROM calls)::int AS calls,
  (SELECT count(*) FROM calls WHERE "countedBy" <> 'proxy')::int AS unfinished,
  (SELECT coalesce(sum("tokensIn"), 0) FROM calls)::int AS tokens_in,
  (SELECT coalesce(sum("tokensOut"), 0) FROM calls)::int AS tokens_out,
  (SELECT count(*) FROM finished WHERE data->>'score' IS NULL)::int AS missing,
  (SELECT count(*) FROM finished WHERE data->'cause'->>'code' = 'unavailable' AND data->>'score' IS NOT NULL)::int
    AS missing_scored,
  (SELECT count(*) FROM finished)::int AS rollouts`;

/** The faults that it finds, a sentence each. */
export async function agentBookFaults(witnesses: AgentWitnesses): Promise<string[]> {
  const { agent, provider, inFlightMax } = witnesses;
  const totals = await readTotals(witnesses);
  const { counted } = provider;
  const repeatedJobs = agent.jobs.length - new Set(agent.jobs).size;
  const said: readonly (readonly [boolean, string])[] = [
    [totals.rollouts === 0, 'no rollout was finished'],
    [totals.twice > 0, `${totals.twice} rollouts were finished twice`],
    [totals.after > 0, `${totals.after} attempts began after their rollout was finished`],
    [totals.open > 0, `${totals.open} attempts are still running`],
    [repeatedJobs > 0, `${repeatedJobs} attempts were sent to the agent twice`],
    [
      counted.requests > totals.calls,
      `the endpoint counted ${counted.requests} calls, the books ${totals.calls}`,
    ],
    [
      totals.calls - counted.requests > inFlightMax,
      `the books hold ${totals.calls} calls, the endpoint ${counted.requests}: more than the ${inFlightMax} in flight`,
    ],
    [
      totals.unfinished > inFlightMax,
      `${totals.unfinished} calls are estimates, more than the ${inFlightMax} in flight`,
    ],
    [
      totals.tokens_in < counted.tokensIn || totals.tokens_out < counted.tokensOut,
      `the books hold fewer tokens (${totals.tokens_in}, ${totals.tokens_out}) than the endpoint (${counted.tokensIn}, ${counted.tokensOut})`,
    ],
    [
      totals.unfinished === 0 &&
        (totals.tokens_in !== counted.tokensIn || totals.tokens_out !== counted.tokensOut),
      `no call is an estimate, and the books hold other tokens than the endpoint`,
    ],
    [totals.missing_scored > 0, `${totals.missing_scored} rollouts are missing and have a score`],
    [totals.missing > 0.05 * totals.rollouts, `${totals.missing} of ${totals.rollouts} rollouts are missing`],
    [
      agent.forgeries.some((status) => status < 400),
      `a forged outcome was taken: ${agent.forgeries.join(', ')}`,
    ],
  ];
  console.log(
    `    ${totals.rollouts} rollouts, ${agent.jobs.length} attempts, ${totals.calls} calls (${totals.unfinished} estimated), ` +
      `endpoint ${counted.requests}, ${totals.missing} missing, ${agent.forgeries.length} forgeries refused`,
  );
  return said.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
}

async function readTotals({ databaseUrl, runId }: AgentWitnesses): Promise<Totals> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Totals>(TOTALS, [runId]);
    const [totals] = rows;
    if (!totals) throw new Error('The books could not be read.');
    return totals;
  } finally {
    await client.end();
  }
}
