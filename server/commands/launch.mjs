/**
 * The first lines of every command: checks the Node that the machine brings, installs what is missing, and hands
 * over to the pinned Node. Imports nothing that has to be installed. Use: node server/commands/launch.mjs <command>
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_NODE = /** @type {const} */ ([20, 19]);
const COMMANDS = ['start', 'dev', 'test', 'doctor', 'migrate', 'schema-diff'];
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const [command = '', ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
  end(
    `Waggle needs Node ${LEAST_NODE.join('.')} or newer and this is ${process.versions.node}: install a newer Node and try again.`,
  );
} else if (!COMMANDS.includes(command)) {
  end(`There is no command "${command}": use one of ${COMMANDS.join(', ')}.`);
} else {
  await launch();
}

async function launch() {
  // Imported late, so that an older Node prints its sentence before a file that it cannot parse.
  const { findRuntime, install } = await import('./install.mjs');
  if (!install())
    return end('The packages could not be installed: fix the cause that npm names above, and try again.');
  const runtime = findRuntime();
  if (!runtime)
    return end('The pinned Node is missing although it was installed: run "npm rebuild node" and try again.');
  handOver(runtime);
}

/** @param {string} runtime */
function handOver(runtime) {
  const script = command === 'dev' ? ['start', '--dev'] : [command];
  // Deprecation warnings are for developers: `start` hides them, dev and test show them.
  const quiet = command === 'start' ? ['--disable-warning=DeprecationWarning'] : [];
  const child = spawn(
    runtime,
    [...quiet, '--import', 'tsx', `server/commands/${script[0]}.ts`, ...script.slice(1), ...rest],
    {
      cwd: root,
      // The channel tells the other side that this process is gone, even after a kill -9.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATH: `${path.dirname(runtime)}${path.delimiter}${process.env.PATH ?? ''}` },
    },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => end(`The command could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/**
 * npm passes a signal to the shell between us, and the shell may end without passing it on.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    child.kill('SIGTERM');
  }, 250);
  look.unref();
}

/** @param {string} sentence */
function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
