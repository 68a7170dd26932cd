/**
 * A completion endpoint that answers at once with the same short reply: what is left of a call's time is the client's
 * own. `WAGGLE_STUB_DELAY_MS` makes it wait. Prints its port, counts nothing, ends with its parent.
 */
import { createServer } from 'node:http';

const delayMs = Number(process.env.WAGGLE_STUB_DELAY_MS ?? 0);
const reply = Buffer.from(
  JSON.stringify({
    id: 'stub',
    object: 'chat.completion',
    created: 0,
    model: 'stub',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'FINAL: 42' } }],
    usage: { prompt_tokens: 900, completion_tokens: 4, total_tokens: 904 },
  }),
);
const headers = { 'content-type': 'application/json', 'content-length': reply.byteLength };

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const answer = () => response.writeHead(200, headers).end(reply);
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
});
server.requestTimeout = 0;
server.keepAliveTimeout = 65_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(`${server.address().port}\n`);
});
process.once('disconnect', () => process.exit(0));
