import { hereDocumentOf, instructionsOf } from './dockerfile-lines';

/**
 * The instructions of a Dockerfile that can be carried out in a sandbox with a root file system of its own: files are copied,
 * variables and the working folder are set, commands are run without a network. The base image is not fetched: the
 * sandbox's tree takes its place. Anything else is named with its line, since leaving it out would change the task.
 */
export type BuildStep =
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'env'; readonly name: string; readonly value: string }
  | { readonly kind: 'copy'; readonly sources: readonly string[]; readonly target: string }
  | { readonly kind: 'run'; readonly command: string };

export type BuildReading =
  | { readonly ok: true; readonly steps: readonly BuildStep[] }
  | { readonly ok: false; readonly line: number; readonly instruction: string };

/** They describe a container, or say what it runs where a task has no say: Harbor keeps it awake by a command of its own. */
const WITHOUT_EFFECT = new Set(['FROM', 'CMD', 'EXPOSE', 'LABEL', 'MAINTAINER', 'STOPSIGNAL']);

export function readDockerfile(text: string): BuildReading {
  const steps: BuildStep[] = [];
  let stages = 0;
  for (const { line, words } of instructionsOf(text)) {
    const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
    const instruction = name.toUpperCase();
    if (instruction === 'FROM') stages += 1;
    if (stages > 1) return { ok: false, line, instruction: words.slice(0, 200) };
    if (WITHOUT_EFFECT.has(instruction)) continue;
    const read = stepsOf(instruction, rest.trim());
    if (read === null) return { ok: false, line, instruction: words.slice(0, 200) };
    steps.push(...read);
  }
  return { ok: true, steps };
}

/** Null where the instruction, or a form of it, cannot be carried out. */
function stepsOf(instruction: string, rest: string): BuildStep[] | null {
  if (instruction === 'WORKDIR')
    return rest.includes('$') ? null : [{ kind: 'workdir', path: unquoted(rest) }];
  if (instruction === 'RUN') return runOf(rest);
  if (instruction === 'COPY') return copyOf(rest);
  // A start script of the image would run before the agent; an empty list takes that of the base image away.
  if (instruction === 'ENTRYPOINT') return rest === '[]' ? [] : null;
  return instruction === 'ENV' ? envOf(rest) : null;
}

/** A command that is nothing but a here-document is a script of its lines. */
function runOf(rest: string): BuildStep[] | null {
  if (rest.startsWith('--') || rest.startsWith('[')) return null;
  if (!rest.startsWith('<<')) return [{ kind: 'run', command: rest }];
  const script = hereDocumentOf(rest);
  return script === null || script.startsWith('#!') ? null : [{ kind: 'run', command: script }];
}

function copyOf(rest: string): BuildStep[] | null {
  const words = rest.split(/\s+/);
  if (rest.startsWith('[') || words.some((word) => /^--|^<<|[*?$[]/.test(word))) return null;
  const target = words.at(-1);
  return words.length < 2 || target === undefined
    ? null
    : [{ kind: 'copy', sources: words.slice(0, -1), target }];
}

const PAIR = /([A-Za-z_][A-Za-z0-9_]*)=("(?:[^"\\]|\\.)*"|'[^']*'|\S*)\s*/y;

/** `NAME=value …`, or `NAME value` of old files. */
function envOf(rest: string): BuildStep[] | null {
  if (rest.includes('$')) return null;
  const old = /^([A-Za-z_][A-Za-z0-9_]*)\s+(.*)$/.exec(rest);
  if (old !== null) return [{ kind: 'env', name: old[1] ?? '', value: old[2] ?? '' }];
  const steps: BuildStep[] = [];
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < rest.length) {
    const pair = PAIR.exec(rest);
    if (pair === null) return null;
    steps.push({ kind: 'env', name: pair[1] ?? '', value: unquoted(pair[2] ?? '') });
  }
  return steps;
}

const unquoted = (text: string): string =>
  /^(["'])([\s\S]*)\1$/.exec(text)?.[2]?.replace(/\\(["\\])/g, '$1') ?? text;
