import fs from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** A tool server of a test with one tool, which says what the process may do: write, and read what is not its own. */
const [root, secret, worker] = process.argv.slice(2);

const may = (/** @type {() => unknown} */ act) => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

const server = new McpServer({ name: 'looking', version: '1.0.0' });
server.registerTool('look', { description: 'Says what this process may do.' }, () => {
  const seen = {
    home: may(() => fs.writeFileSync(`${process.env.HOME}/x`, '')),
    tmp: may(() => fs.writeFileSync('/tmp/x', '')),
    root: may(() => fs.writeFileSync(`${root}/x`, '')),
    secret: may(() => fs.readFileSync(String(secret))),
    worker: may(() => fs.readFileSync(`/proc/${worker}/environ`)),
  };
  return { content: [{ type: 'text', text: JSON.stringify(seen) }] };
});
await server.connect(new StdioServerTransport());
