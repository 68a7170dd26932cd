import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { faultSentence } from './fault-sentence';

/** As the queue keeps it, with everything that the error held. */
const kept = (error: Error) => {
  const { name, message, stack } = error;
  return JSON.parse(JSON.stringify({ ...error, name, message, stack }));
};
const SECRET = 'sk-live-hush-hush';

describe('the sentence of a fault', () => {
  it('is what an error of ours says to people, without its context, cause and stack', () => {
    const error = new AppError('MODEL_UNAVAILABLE', `POST https://x/?key=${SECRET} failed`, {
      userMessage: 'The model did not answer. Another try follows.',
      context: { prompt: SECRET },
      cause: new Error(SECRET),
    });
    expect(faultSentence(kept(error))).toBe('The model did not answer. Another try follows.');
  });

  it('says nothing of what a strange error says', () => {
    const thrown = kept(new Error(`prompt: ${SECRET}`));
    const posing = { ...thrown, userMessage: SECRET };
    for (const output of [thrown, posing, { value: SECRET }, { value: { message: SECRET } }, [SECRET], 7]) {
      const said = faultSentence(output);
      expect(said).toBe('Something broke inside Waggle; the log of the worker says what.');
    }
  });

  it('has words of its own for what the queue says', () => {
    expect(faultSentence({ value: { message: 'job heartbeat timeout' } })).toMatch(/fell silent/);
    expect(faultSentence({ message: 'job timed out' })).toMatch(/longer than it may/);
  });

  it('is one line of a length that can be read, and none where nothing was thrown', () => {
    const long = new AppError('MODEL_UNAVAILABLE', 'm', { userMessage: `${'a'.repeat(900)}\n    at stack` });
    const said = faultSentence(kept(long)) ?? '';
    expect(said).toHaveLength(401);
    expect(said).not.toContain('stack');
    expect(faultSentence(null)).toBeNull();
    expect(faultSentence(undefined)).toBeNull();
  });
});
