import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Parses sources as far as the rules need: a file's imports and its code without comments. */

export interface SourceFile {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly file: string;
  /** The fault, and what to do instead. */
  readonly sentence: string;
}

const TOP_LEVEL = ['lib', 'server', 'app', 'components', 'e2e', 'prisma', 'public'];
const SKIPPED = new Set(['node_modules', 'generated', 'migrations', '.auth', '.screenshots', 'vectors']);

/** All sources below the folders that architecture.md names. */
export function readSources(root: string): SourceFile[] {
  return TOP_LEVEL.flatMap((folder) => walk(root, folder)).map((file) => ({
    path: file,
    text: /\.(ts|tsx|mjs|md)$/.test(file) ? readFileSync(path.join(root, file), 'utf8') : '',
  }));
}

function walk(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(root, name);
    return [name];
  });
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
}

/** The code without its comments, with line numbers unchanged. */
export function withoutComments(text: string): string {
  return scan(text, 'comments');
}

/** The code without comments and quoted text, so that a word in a sentence does not count as code. */
export function codeOnly(text: string): string {
  return scan(text, 'comments and strings');
}

/**
 * One pass over comments, strings and template literals. The character before a slash tells a regular
 * expression from a division, which is enough for formatted code.
 */
const TOKENS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:;!&|?{}[\n]\s*|return\s)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

function scan(text: string, drop: 'comments' | 'comments and strings'): string {
  return text.replace(TOKENS, (token) => {
    const lines = token.replace(/[^\n]/g, '');
    if (token.startsWith('//') || token.startsWith('/*')) return lines;
    if (drop === 'comments') return token;
    if (token.startsWith('`')) return `\`${holesOf(token)}${lines}\``;
    return `''${lines}`;
  });
}

/** The expressions of a template are code; its text is not. */
function holesOf(template: string): string {
  return [...template.matchAll(/\$\{([^{}]*)\}/g)].map(([, code]) => ` ${code} `).join('');
}

const IMPORTS =
  /\b(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\s*\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]\s*\)/g;

/** The imports of a file, `import type` too: own files as a path from the root, packages by their name. */
export function importsOf({ path: file, text }: SourceFile): string[] {
  const found = [...withoutComments(text).matchAll(IMPORTS)].map(([, fixed, late]) => fixed ?? late ?? '');
  return found.map((target) => {
    if (target.startsWith('@/')) return target.slice(2);
    if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target);
    return packageName(target);
  });
}

function packageName(target: string): string {
  if (target.startsWith('node:')) return target;
  const [scope = '', name = ''] = target.split('/');
  return `package:${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}

/** The file, among all files, that an import of `target` resolves to. */
export function resolveImport(target: string, files: ReadonlySet<string>): string | null {
  for (const ending of ['', '.ts', '.tsx', '.mjs', '/index.ts'])
    if (files.has(target + ending)) return target + ending;
  return null;
}
