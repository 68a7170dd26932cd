import { run } from 'waggle-runner';
import { answer } from './agent.mjs';

const { WAGGLE_URL, WAGGLE_RUNNER_KEY, WAGGLE_AGENT } = process.env;

await run(
  { url: WAGGLE_URL, key: WAGGLE_RUNNER_KEY, agent: WAGGLE_AGENT, concurrency: 4 },
  (job, { signal }) => answer(job, signal),
);
