import { readModestYaml } from '@/lib/domain/modest-yaml';
import { AppError } from '@/lib/errors/app-error';

/** @throws AppError INPUT_INVALID */
export function parseModestYaml(text: string): unknown {
  const read = readModestYaml(text);
  if (read.ok) return read.value;
  throw new AppError('INPUT_INVALID', 'This file is neither YAML nor JSON of a configuration.', {
    cause: read.cause,
    fields: [{ path: 'text', message: read.message }],
  });
}
