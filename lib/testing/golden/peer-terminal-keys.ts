/**
 * Keys sent to a tmux session. A command whose end is waited for is followed by a signal on the same line, so its Enter is
 * taken off and sent after the signal. Keys that run nothing are sent as they are and are not waited for.
 */
const ENTER_KEYS = new Set(['Enter', 'C-m', 'KPEnter', 'C-j', '^M', '^J']);
const SIGNAL = ['; tmux wait -S done', 'Enter'];

export interface PreparedKeys {
  readonly keys: readonly string[];
  readonly isWaitedFor: boolean;
}

export function prepareKeys(given: string | readonly string[], wait: boolean): PreparedKeys {
  const keys = typeof given === 'string' ? [given] : [...given];
  const last = keys.at(-1);
  if (!wait || last === undefined || !runs(last)) return { keys, isWaitedFor: false };
  return { keys: [...withoutEnter(keys), ...SIGNAL], isWaitedFor: true };
}

const runs = (key: string): boolean => ENTER_KEYS.has(key) || /[\r\n]$/.test(key);

function withoutEnter(keys: readonly string[]): string[] {
  const left = [...keys];
  for (let last = left.at(-1); last !== undefined && runs(last); last = left.at(-1)) {
    left.pop();
    const typed = ENTER_KEYS.has(last) ? '' : last.replace(/[\r\n]+$/, '');
    if (typed !== '') left.push(typed);
  }
  return left;
}
