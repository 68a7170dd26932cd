import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXAMPLE_AGENTS, EXAMPLE_WAYS, filesOf } from './agent-examples';

/** Written anew by this test with `-u`: the page has the files of clients/ without reading a disk. */
it('the page shows the example files of the clients to the letter', async () => {
  const shown = EXAMPLE_AGENTS.flatMap((agent) =>
    EXAMPLE_WAYS.flatMap((way) => filesOf(agent.value, way.value)),
  );
  const names = [...new Set(shown.map(({ from }) => from))].sort();
  const lines = names.map((name) => {
    const text = readFileSync(path.resolve('clients', name), 'utf8');
    return `  ${JSON.stringify(name)}: ${JSON.stringify(text)}`;
  });
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('./example-files.json');
});
