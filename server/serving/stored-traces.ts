import type pg from 'pg';
import { config } from '@/server/config/config';
import { makeLedgerPool } from '@/server/ledger/pool';
import { systemClock } from '@/server/observability/system-clock';
import { saveTraceParts } from '@/server/repositories/trace-parts';
import { readTracePolicy } from '@/server/repositories/trace-policies';
import { type GatewayTraces, makeGatewayTraces } from './gateway-traces';
import { placeholderSalt } from './traces/placeholder-salt';
import { makeReceiveThreads } from './traces/receive-threads';
import { makeTracePolicies } from './traces/trace-policies';

/** No caller waits for these queries. */
const QUERY_MS = 10_000;

/**
 * Requests of this process's gateway that become traces, with a thread and a connection of their own: flags and callers
 * wait for neither. The thread starts with the first request that is kept.
 */
export function storedTraces(): GatewayTraces {
  const { databaseUrl, secret } = config();
  const pool: pg.Pool = makeLedgerPool(databaseUrl, 1, { queryMs: QUERY_MS });
  const threads = makeReceiveThreads({ count: 1, salt: placeholderSalt(secret) });
  const traces = makeGatewayTraces({
    threads,
    policyOf: makeTracePolicies((workspaceId) => readTracePolicy(pool, workspaceId), systemClock),
    save: (parts) => saveTraceParts(pool, parts),
  });
  return {
    choose: traces.choose,
    get underWay() {
      return traces.underWay;
    },
    async close() {
      await traces.close();
      await threads.close();
      await pool.end();
    },
  };
}
