import { InfrastructureError, run } from '../../../../clients/typescript/waggle-runner.mjs';

/** A runner of a test: what it does with a job, the question says; what it sees, it prints. */
const {
  RUNNER_URL,
  RUNNER_KEY,
  RUNNER_AGENT,
  RUNNER_AT_ONCE = '4',
  RUNNER_SKEW_MS,
  RUNNER_GRACE,
  /** Work that it does with every job; absent = the first word of its question. */
  RUNNER_DOES,
} = process.env;

if (RUNNER_SKEW_MS) {
  const now = Date.now;
  Date.now = () => now() + Number(RUNNER_SKEW_MS);
}

const released = new Promise((resolve) => process.once('SIGUSR2', resolve));
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

await run(
  {
    ...{ url: RUNNER_URL, key: RUNNER_KEY, agent: RUNNER_AGENT, concurrency: Number(RUNNER_AT_ONCE) },
    graceSeconds: Number(RUNNER_GRACE ?? '30'),
  },
  async (job, { signal }) => {
    const { question } = job.task.input;
    const [what = ''] = RUNNER_DOES ? [RUNNER_DOES] : question.split(' ');
    say(`${what} ${job.rolloutId}/${job.attempt}`);
    if (what === 'throws') throw new TypeError('no way');
    if (what === 'number') return 7;
    if (what === 'waits')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          say(`cancelled ${job.rolloutId}/${job.attempt}`);
          reject(signal.reason);
        });
      });
    if (what === 'holds') await released;
    if (what === 'pauses') await new Promise((resolve) => setTimeout(resolve, 1_500));
    if (what === 'model') {
      const response = await fetch(`${job.model.openaiBaseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${job.model.apiKey}` },
        body: JSON.stringify({
          model: job.model.name,
          messages: [
            { role: 'system', content: `Be exact.\n${job.candidate.components.system}` },
            { role: 'user', content: question },
          ],
        }),
      }).catch((error) => {
        throw new InfrastructureError(String(error.cause ?? error));
      });
      if (response.status >= 500) throw new InfrastructureError(`status ${response.status}`);
      return (await response.json()).choices[0].message.content;
    }
    return what === 'rewarded' ? { text: 'done', reward: { value: 0.5 } } : 'done';
  },
);
say('ended');
