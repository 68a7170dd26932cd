import { createInterface } from 'node:readline';
import { AGENTS } from './agents.mjs';
import { outcomeOf } from './clerk.mjs';

/** `node as-program.mjs <agent> [stream]`: the job on standard input, the outcome as the last line of standard output. */
const [name = '', mode] = process.argv.slice(2);
const line = await new Promise((resolve) => createInterface({ input: process.stdin }).once('line', resolve));
const job = JSON.parse(line);
const text = await AGENTS[name]?.(job, { stream: mode === 'stream' });
console.log(JSON.stringify(outcomeOf(job, text ?? '')));
process.exit(0);
