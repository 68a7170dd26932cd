import type { Health } from '@/lib/contracts/health';

/** A busy machine misses one check now and then; a part that is away misses the next one, too. */
const CHECKS_MISSED_MIN = 2;

export interface HealthCheck {
  readonly health: Health | null;
  /** Checks in a row in which a part did not answer. */
  readonly missed: number;
}

export function nextCheck(before: HealthCheck | undefined, health: Health | null): HealthCheck {
  return { health, missed: health?.ok === false ? (before?.missed ?? 0) + 1 : 0 };
}

const PARTS = ['database', 'queue', 'worker', 'disk'] as const;

export interface HealthLine {
  readonly title: string;
  readonly text: string;
}

/** Parts that a run would wait for in vain, and what to do; null where all is well or only one check was missed. */
export function healthLine({ health, missed }: HealthCheck): HealthLine | null {
  if (health === null || missed < CHECKS_MISSED_MIN) return null;
  const away = PARTS.filter((part) => !health[part].ok);
  if (away.length === 0) return null;
  const details = away.map((part) => `${part}: ${health[part].detail}`).join(' · ');
  if (away.join() === 'worker')
    return {
      title: 'No worker is listening, so runs wait in the queue.',
      text: 'Start one with npm start, or look at the worker’s log if it should be up.',
    };
  if (away.join() === 'disk')
    return { title: 'The disk is full, so runs are paused.', text: `Free some space. ${details}` };
  return {
    title: `Not answering: ${away.join(', ')}.`,
    text: `The machine may be busy: wait a minute. If this stays, read the server’s log and start Waggle again. ${details}`,
  };
}
