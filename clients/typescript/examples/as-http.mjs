import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { answer } from './agent.mjs';

createServer(async (request, response) => {
  const job = await json(request).catch(() => null);
  if (job === null) return response.writeHead(400).end();
  const { version, rolloutId, attempt } = job;
  // Waggle hangs up when the rollout is cancelled or its time is over.
  const over = new AbortController();
  response.once('close', () => over.abort());
  const ending = await answer(job, over.signal).then(
    (text) => ({ status: 'completed', output: { text } }),
    (error) => ({ status: 'failed', error: { kind: 'agent', code: error.name, message: error.message } }),
  );
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ version, rolloutId, attempt, ...ending }));
}).listen(Number(process.env.PORT ?? 8000));
