/** Endings of files that the import reads. */
export const EXAMPLE_FILES = '.jsonl,.json,.csv,.tsv,.txt,.gz,.ndjson';

/** Files that were dropped on another page, on their way to the import; a page load forgets them. */
let held: readonly File[] = [];

export function holdFiles(files: readonly File[]): void {
  held = files;
}

/** Each file is taken once. */
export function takeHeldFiles(): readonly File[] {
  const files = held;
  held = [];
  return files;
}
