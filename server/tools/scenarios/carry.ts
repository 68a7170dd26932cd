import { setTimeout as wait } from 'node:timers/promises';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { CALL_SETTINGS_DEFAULT } from '@/server/practice-model/call-settings';
import { startPracticeModel } from '@/server/practice-model/http-server';
import { startWorker } from '@/server/worker/run-worker';

/**
 * The worker that carries a scenario's runs: the worker and practice model of `npm start` if they are up,
 * otherwise ones in this process that end with the scenario.
 */
export interface Carrier {
  carryUntil(isOver: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 500;
const BEAT_FRESH_MS = 10_000;
const CLOSE_MS = 10_000;

export function openCarrier(tell: (sentence: string) => void): Carrier {
  const undo: (() => Promise<void>)[] = [];
  let isUp = false;

  async function bringUp(): Promise<void> {
    if (isUp) return;
    isUp = true;
    const { practiceUrl, practicePort, dataDir, databaseUrl, workerRuns } = config();
    if (!(await answers(`${practiceUrl}/models`))) {
      const settings = CALL_SETTINGS_DEFAULT;
      const practice = await startPracticeModel({ port: practicePort, dataDir, settings });
      undo.push(() => practice.close());
    }
    if ((await liveWorkers()) === 0) {
      tell('No worker is running, so this process carries the runs.');
      const worker = await startWorker({ databaseUrl, pool: ledgerPool(), runs: workerRuns });
      undo.push(() => worker.close(CLOSE_MS));
    }
  }

  return {
    async carryUntil(isOver) {
      await bringUp();
      while (!(await isOver())) await wait(LOOK_MS);
    },
    async close() {
      for (const step of undo.reverse()) await step();
    },
  };
}

const liveWorkers = () =>
  db().workerBeat.count({ where: { beatAt: { gt: new Date(Date.now() - BEAT_FRESH_MS) } } });

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
}
