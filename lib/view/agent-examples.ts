import EXAMPLE_FILES from './example-files.json';

/** Files of clients/ to the letter, written by the test of them. */
const TEXTS: Readonly<Record<string, string>> = EXAMPLE_FILES;

/** Whole agents to copy, by library and by the way in which Waggle reaches them. Each combination is run by a test. */
export const EXAMPLE_AGENTS = [
  { value: 'openai-agents', label: 'OpenAI Agents SDK', packages: '@openai/agents' },
  { value: 'ai-sdk', label: 'Vercel AI SDK', packages: 'ai @ai-sdk/openai' },
  {
    value: 'langgraph',
    label: 'LangGraph',
    packages: '@langchain/langgraph @langchain/openai @langchain/core',
  },
  { value: 'python', label: 'Plain Python', packages: null },
] as const;
export type ExampleAgent = (typeof EXAMPLE_AGENTS)[number]['value'];

export const EXAMPLE_WAYS = [
  { value: 'http', label: 'HTTP service' },
  { value: 'program', label: 'Program' },
  { value: 'runner', label: 'Runner' },
] as const;
export type ExampleWay = (typeof EXAMPLE_WAYS)[number]['value'];

export interface ExampleFile {
  /** Its name next to the others. */
  readonly name: string;
  /** Below clients/. */
  readonly from: string;
  readonly text: string;
}

/** The agent, and the file that starts it. */
export function filesOf(agent: ExampleAgent, way: ExampleWay): readonly [ExampleFile, ExampleFile] {
  const isPython = agent === 'python';
  const start = isPython ? `as_${way}.py` : `as-${way}.mjs`;
  const folder = isPython ? 'python/examples' : 'typescript/examples';
  const own = isPython ? 'agent.py' : `${agent}.mjs`;
  return [file(isPython ? 'agent.py' : 'agent.mjs', `${folder}/${own}`), file(start, `${folder}/${start}`)];
}

const file = (name: string, from: string): ExampleFile => ({ name, from, text: TEXTS[from] ?? '' });

/** How to start it and what to enter in Waggle. */
export function stepsOf(
  agent: ExampleAgent,
  way: ExampleWay,
): { readonly command: string; readonly text: string } {
  const [, { name }] = filesOf(agent, way);
  const program = agent === 'python' ? 'python3' : 'node';
  if (way === 'http')
    return {
      command: `PORT=8000 ${program} ${name}`,
      text: 'Add an agent of the kind HTTP service with the address of this server.',
    };
  if (way === 'program')
    return {
      command: JSON.stringify(
        { solver: { use: 'agent', argv: [program, `/opt/agents/solver/${name}`] } },
        null,
        2,
      ),
      text: 'The operator of a worker names the program in the file of WAGGLE_COMMANDS. Add an agent of the kind Program with that name.',
    };
  return {
    command: `WAGGLE_URL=https://flags.example.com WAGGLE_RUNNER_KEY=wgl_… WAGGLE_AGENT=Solver ${program} ${name}`,
    text: `Add an agent of the kind Runner. Its page has the address. The client is in clients/${agent === 'python' ? 'python' : 'typescript'}.`,
  };
}
