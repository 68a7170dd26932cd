import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { PRACTICE_BATCH_MS, PRACTICE_MAKER } from '@/lib/canary/practice-traffic';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { config } from '@/server/config/config';
import { logOf } from '@/server/observability/log';
import { servingClock } from '@/server/observability/serving-clock';
import { findPracticeShadows } from '@/server/repositories/practice-slots';
import type { AnswerPractice } from '@/server/services/promotion/practice/send-practice-requests';

/**
 * Looks for shadows of the practice slot and sends their requests, a batch every half second, until the registered number
 * has come. A canary is carried by one worker; what a dead one left, the next one continues.
 */
const LOOK_MS = 2_000;
const ANSWER_MS = 10_000;

export function carryPracticeTraffic(pool: pg.Pool, closing: AbortSignal): { close(): void } {
  let isLooking = false;
  const look = async () => {
    if (isLooking || closing.aborted) return;
    isLooking = true;
    try {
      for (const canaryId of await findPracticeShadows(PRACTICE_MAKER)) await carry(pool, canaryId, closing);
    } catch (error) {
      // The next look continues: what was counted is in the database.
      const level = isDatabaseGone(error) ? 'debug' : 'warn';
      logOf('worker')[level]({ err: error }, 'Practice traffic could not be sent.');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return { close: () => clearInterval(timer) };
}

async function carry(pool: pg.Pool, canaryId: string, closing: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const lock = [`waggle.practice/${canaryId}`];
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      lock,
    );
    if (rows[0]?.taken !== true) return;
    try {
      // Imported with the first trial, so that a worker starts before the code is loaded.
      const { sendPracticeRequests } = await import(
        '@/server/services/promotion/practice/send-practice-requests'
      );
      const sending = { canaryId, answer: answerPractice, clock: servingClock() };
      while (!closing.aborted && (await sendPracticeRequests(sending))) await wait(PRACTICE_BATCH_MS);
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
    }
  } finally {
    client.release();
  }
}

const answers = z.object({ answers: z.array(z.object({ score: z.number(), latencyMs: z.number() })) });

/** The practice shop settles the tickets. @throws AppError ENVIRONMENT_DOWN */
export const answerPractice: AnswerPractice = async (prompt, numbers) => {
  if (numbers.length === 0) return [];
  const { origin } = new URL(config().practiceUrl);
  const response = await fetch(`${origin}/practice/back-office/traffic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, numbers }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw new AppError('ENVIRONMENT_DOWN', 'The practice shop cannot be reached.', { cause });
  });
  if (!response.ok) throw new AppError('ENVIRONMENT_DOWN', `The practice shop answered ${response.status}.`);
  return answers.parse(await response.json()).answers;
};
