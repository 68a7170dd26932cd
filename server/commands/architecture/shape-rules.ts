import { codeOnly, isTest, type SourceFile, type Violation } from './source-file';

/** Size, names, depth and exports of files. */

const CAPS: readonly { readonly fits: RegExp; readonly lines: number; readonly what: string }[] = [
  { fits: /\/README\.md$/, lines: 80, what: 'the README of a folder' },
  { fits: /\.test\.tsx?$/, lines: 400, what: 'a test' },
  { fits: /^app\/.*\/?route\.ts$/, lines: 40, what: 'a route' },
  { fits: /^app\//, lines: 80, what: 'a page' },
  { fits: /^components\//, lines: 250, what: 'a component' },
  { fits: /^lib\/(testing\/|.*\/prompts\/)/, lines: 400, what: 'a fake or a prompt' },
  { fits: /^lib\//, lines: 200, what: 'a file of lib' },
  { fits: /^server\//, lines: 250, what: 'a file of server' },
  { fits: /^e2e\//, lines: 400, what: 'a journey' },
];

const DEPTH_MAX = 5;
/** Route segments of Next: [id], [...all], (group), @slot. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SEGMENT =
  /^(?:\[{1,2}(?:\.{3})?[A-Za-z]+\]{1,2}|\([a-z-]+\)|@[a-z-]+|[a-z0-9]+(?:[-.][a-z0-9]+)*|v\d+)$/;
/** Vector adapters have the name of the vector file that they run. */
const NAMED_BY_OTHERS =
  /^(?:lib\/testing\/golden\/adapters\/|server\/practice-model\/testing\/|public\/|prisma\/|.*\.copy\.gz$|.*\.json$|.*\.md$|.*\.css$|.*README)/;
const NEXT_FILES = /^app\/|^(?:proxy|instrumentation)\.ts$/;
const CONFIG_DEFAULTS = /^server\/db\/testing\/global-setup\.ts$|^e2e\/.*(?:global|setup|teardown).*\.ts$/;

export function checkShapes(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => [
    ...checkSize(file),
    ...checkName(file.path),
    ...checkDepth(file.path),
    ...checkExports(file),
  ]);
}

function checkSize({ path, text }: SourceFile): Violation[] {
  if (!/\.(ts|tsx|mjs)$|\/README\.md$/.test(path)) return [];
  const cap = CAPS.find(({ fits }) => fits.test(path));
  const lines = text.trimEnd().split('\n').length;
  if (!cap || lines <= cap.lines) return [];
  return [
    { file: path, sentence: `has ${lines} lines and ${cap.what} may have ${cap.lines}: split it by idea.` },
  ];
}

function checkName(path: string): Violation[] {
  if (NAMED_BY_OTHERS.test(path)) return [];
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const stem = file.replace(/(?:\.(?:test|spec|db|view|d|setup))*\.[a-z]+$/, '');
  const bad =
    parts.find((part) => !SEGMENT.test(part)) ?? (NAME.test(stem) || file.startsWith('.') ? undefined : file);
  if (bad !== undefined)
    return [{ file: path, sentence: `has "${bad}" in its path: name files and folders in kebab-case.` }];
  if (/^(?:utils?|helpers?|misc|common|shared)$|-(?:utils?|helpers?)$/.test(stem)) {
    return [{ file: path, sentence: 'has a generic name: name it after its content.' }];
  }
  return [];
}

function checkDepth(path: string): Violation[] {
  // Next's own segments under app/api are addresses, not folders of our choice.
  if (path.startsWith('app/')) return [];
  const folders = path.split('/').length - 2;
  if (folders <= DEPTH_MAX) return [];
  return [
    {
      file: path,
      sentence: `lies ${folders} folders deep and ${DEPTH_MAX} are allowed: move it higher up.`,
    },
  ];
}

function checkExports({ path, text }: SourceFile): Violation[] {
  if (!/\.(ts|tsx)$/.test(path)) return [];
  const code = codeOnly(text);
  const found: Violation[] = [];
  if (/\/index\.tsx?$/.test(path) || (!isTest(path) && isOnlyReExports(code))) {
    found.push({ file: path, sentence: 'is a barrel: import each thing from the file that holds it.' });
  }
  if (/^\s*export\s+default\b/m.test(code) && !NEXT_FILES.test(path) && !CONFIG_DEFAULTS.test(path)) {
    found.push({
      file: path,
      sentence: 'has a default export: name what it exports; only Next asks for defaults.',
    });
  }
  if (/^\s*(?:export\s+)?(?:const\s+)?enum\s/m.test(code)) {
    found.push({ file: path, sentence: 'has an enum: use a union of strings.' });
  }
  return found;
}

function isOnlyReExports(code: string): boolean {
  const rest = code
    .replace(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+''\s*;?/g, '')
    .trim();
  return rest === '' && /export\b[^;]*\bfrom\b/.test(code);
}
