import { text } from 'node:stream/consumers';
import { answer } from './agent.mjs';

const job = JSON.parse(await text(process.stdin));
const { version, rolloutId, attempt } = job;
const over = new AbortController();
process.once('SIGTERM', () => over.abort());

const output = { text: await answer(job, over.signal) };
console.log(JSON.stringify({ version, rolloutId, attempt, status: 'completed', output }));
