/**
 * One sentence for people out of what the queue keeps of a fault. A thrown error may hold prompts, addresses or keys in
 * its message, its stack and its context, so that only what was written for people is let through: the sentence of an
 * error of ours, and our words for what the queue itself says.
 */
const OF_THE_QUEUE: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'The worker that had it fell silent, so it is given to another.',
  'job timed out': 'It took longer than it may, so it is tried again.',
};
const ANY = 'Something broke inside Waggle; the log of the worker says what.';
const LENGTH_MAX = 400;

export function faultSentence(output: unknown): string | null {
  if (output === null || output === undefined) return null;
  const fault = wordsOf(output);
  // A thrown value that is no error is stored one level deeper, and so are the queue's own messages.
  const said = fault.message ?? wordsOf(fault.value).message;
  const known = typeof said === 'string' ? OF_THE_QUEUE[said] : undefined;
  if (known !== undefined) return known;
  if (fault.isAppError !== true || typeof fault.userMessage !== 'string') return ANY;
  const [line = ''] = fault.userMessage.split('\n');
  return line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line || ANY;
}

function wordsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
