import { ApiProblem } from '@/components/api/client';

/** An import of tasks that was refused because of what the tasks hold: one line for each fault, by file and field. */
interface RefusedTasks {
  readonly sentence: string;
  readonly faults: readonly { readonly where: string; readonly message: string }[];
}

/** Null where the request itself was refused, such as for its name. */
export function refusedTasks(error: unknown): RefusedTasks | null {
  if (!(error instanceof ApiProblem)) return null;
  const { code, detail, fields } = error.problem;
  if (code !== 'IMPORT_REJECTED' || fields.length === 0) return null;
  return { sentence: detail, faults: fields.map(({ path, message }) => ({ where: path, message })) };
}
