/**
 * Our own program with the part of docker's command line that sandboxes use. It is no container: an "image" is a folder,
 * a "container" a copy of it below DOCKER_CONFIG, and a program runs on this machine with that copy's working folder.
 * So nothing is walled off, and paths in commands have to be relative.
 */
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';

const base = process.env.DOCKER_CONFIG ?? '';
const MARK = 'DOCKER_IN_A_FOLDER';
const FLAGS = ['-i', '-a', '-q', '-f', '-v'];
const [command = '', ...args] = process.argv.slice(2);

/** @param {readonly string[]} given */
function parse(given) {
  const options = /** @type {Record<string, string[]>} */ ({});
  let at = 0;
  for (; given[at]?.startsWith('-') && given[at] !== '-'; at += 1) {
    const name = given[at] ?? '';
    if (FLAGS.includes(name)) continue;
    at += 1;
    options[name] = [...(options[name] ?? []), given[at] ?? ''];
  }
  return { options, rest: given.slice(at) };
}

/** @param {Record<string, string[]>} options */
function variables(options) {
  const lines = (options['--env-file'] ?? []).flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  const all = [...lines.filter((line) => line !== ''), ...(options['-e'] ?? [])];
  return Object.fromEntries(
    all.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
}

const treeOf = (/** @type {string} */ name) => path.join(base, name, 'tree');
const factsOf = (/** @type {string} */ name) =>
  JSON.parse(fs.readFileSync(path.join(base, name, 'facts.json'), 'utf8'));

/** @param {string} words @param {number} code @returns {never} */
function end(words, code) {
  process.stderr.write(`${words}\n`);
  process.exit(code);
}

/** @param {string} name */
function demand(name) {
  if (!fs.existsSync(treeOf(name))) end(`Error response from daemon: No such container: ${name}`, 1);
}

function create() {
  const { options, rest } = parse(args);
  const name = options['--name']?.[0] ?? '';
  const workdir = options['--workdir']?.[0] ?? '/';
  fs.cpSync(rest[0] ?? '', treeOf(name), { recursive: true });
  fs.mkdirSync(path.join(treeOf(name), workdir), { recursive: true });
  const facts = { workdir, image: rest[0], environment: variables(options) };
  fs.writeFileSync(path.join(base, name, 'facts.json'), JSON.stringify(facts));
}

function exec() {
  const { options, rest } = parse(args);
  const [name = '', program = '', ...more] = rest;
  demand(name);
  const { workdir, environment } = factsOf(name);
  const env = { PATH: process.env.PATH, ...environment, ...variables(options), [MARK]: name };
  const cwd = path.join(treeOf(name), options['--workdir']?.[0] ?? workdir);
  if (!fs.existsSync(cwd)) end('OCI runtime exec failed: the working folder is missing', 126);
  const child = spawn(program, more, { cwd, env, stdio: 'inherit', detached: true });
  child.on('error', () =>
    end(`OCI runtime exec failed: "${program}": executable file not found in $PATH`, 127),
  );
  child.on('exit', (code) => process.exit(code ?? 137));
}

function copy() {
  const [from = '', to = ''] = args;
  const [name = '', at = ''] = (from === '-' ? to : from).split(':');
  demand(name);
  const tree = treeOf(name);
  const missing = from !== '-' && !fs.existsSync(path.join(tree, at));
  if (missing) end(`Error response from daemon: Could not find the file ${at} in container ${name}`, 1);
  const parent = path.join(tree, path.dirname(at));
  const tar = from === '-' ? ['-C', tree, '-xf', '-'] : ['-C', parent, '-cf', '-', path.basename(at)];
  process.exit(spawnSync('tar', tar, { stdio: 'inherit' }).status ?? 1);
}

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`);

function diff() {
  const tree = treeOf(args[0] ?? '');
  const { image } = factsOf(args[0] ?? '');
  const [now, before] = [filesIn(tree), filesIn(image)];
  const isSame = (/** @type {string} */ at) => fs.readFileSync(tree + at).equals(fs.readFileSync(image + at));
  for (const at of before) if (!now.includes(at)) console.log(`D ${at}`);
  for (const at of now)
    if (!before.includes(at)) console.log(`A ${at}`);
    else if (!isSame(at)) console.log(`C ${at}`);
}

/** @param {string} name */
function killAllOf(name) {
  for (const pid of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${MARK}=${name}`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process is gone, or another user's.
    }
  }
}

function remove() {
  for (const name of parse(args).rest) {
    killAllOf(name);
    fs.rmSync(path.join(base, name), { recursive: true, force: true });
  }
}

const COMMANDS = {
  ps: () => console.log(args.includes('-a') ? fs.readdirSync(base).join('\n') : ''),
  start: () => demand(args[0] ?? ''),
  inspect: () => console.log('false'),
  ...{ create, exec, cp: copy, diff, rm: remove },
};
const known = /** @type {Record<string, () => void>} */ (COMMANDS)[command];
if (known === undefined) end(`There is no command ${command}.`, 1);
known();
