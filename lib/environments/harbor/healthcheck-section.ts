import { z } from 'zod';
import type { Healthcheck } from '@/lib/domain/environment-task';
import { count, filledText, pauseSeconds, seconds } from './field-kinds';

/** A command that is repeated until the environment is ready, of the whole task or of one step. */
export const healthcheckSection = z
  .strictObject({
    command: filledText,
    interval_sec: pauseSeconds.default(5),
    timeout_sec: seconds.default(30),
    start_period_sec: pauseSeconds.default(0),
    start_interval_sec: pauseSeconds.default(5),
    retries: count.default(3),
  })
  .transform(
    (section): Healthcheck => ({
      command: section.command,
      intervalSeconds: section.interval_sec,
      timeoutSeconds: section.timeout_sec,
      startPeriodSeconds: section.start_period_sec,
      startIntervalSeconds: section.start_interval_sec,
      retries: section.retries,
    }),
  );
