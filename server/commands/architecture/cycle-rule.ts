import { importsOf, resolveImport, type SourceFile, type Violation } from './source-file';

/** Finds files that import each other in a ring, types included. Depth first, each file visited once. */
export function checkCycles(files: readonly SourceFile[]): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  const edges = new Map(files.map((file) => [file.path, targetsOf(file, known)]));
  const state = new Map<string, 'open' | 'done'>();
  const found: Violation[] = [];

  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      const ring = [...trail.slice(trail.indexOf(file)), file];
      found.push({
        file,
        sentence: `is part of a ring of imports (${ring.join(' -> ')}): move what both need into a file of its own.`,
      });
      return;
    }
    state.set(file, 'open');
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
    state.set(file, 'done');
  };

  for (const file of edges.keys()) visit(file, []);
  return found;
}

function targetsOf(file: SourceFile, known: ReadonlySet<string>): string[] {
  return importsOf(file).flatMap((target) => resolveImport(target, known) ?? []);
}
