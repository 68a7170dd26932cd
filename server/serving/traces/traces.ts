import os from 'node:os';
import type pg from 'pg';
import { config } from '@/server/config/config';
import { makeLedgerPool } from '@/server/ledger/pool';
import { saveTraceParts } from '@/server/repositories/trace-parts';
import { readTracePolicy } from '@/server/repositories/trace-policies';
import { admitCaller } from '../admit';
import type { NodeHandler } from '../node-server';
import type { Serving } from '../serving';
import { placeholderSalt } from './placeholder-salt';
import { makeReceiveThreads } from './receive-threads';
import { makeTraceHandler } from './trace-handler';
import { makeTracePolicies } from './trace-policies';

/**
 * Receivers of traces in this process. They have threads and connections of their own: flags wait for neither the reading
 * nor the storing of spans.
 */
export interface Traces {
  readonly handler: NodeHandler;
  /** Once the server has closed: no request is under way. */
  close(): Promise<void>;
}

const CONNECTIONS = 4;
const THREADS_MAX = 4;

export function makeTraces(callers: Pick<Serving, 'keys' | 'limits' | 'clock'>): Traces {
  const { databaseUrl, secret } = config();
  const pool: pg.Pool = makeLedgerPool(databaseUrl, CONNECTIONS);
  const threads = makeReceiveThreads({
    count: Math.min(THREADS_MAX, Math.max(1, os.availableParallelism() - 1)),
    salt: placeholderSalt(secret),
  });
  const handler = makeTraceHandler({
    admit: (asking) => admitCaller(asking, callers, 'sendTraces'),
    policyOf: makeTracePolicies((workspaceId) => readTracePolicy(pool, workspaceId), callers.clock),
    threads,
    save: (received) => saveTraceParts(pool, received),
  });
  return {
    handler,
    async close() {
      await threads.close();
      await pool.end();
    },
  };
}
