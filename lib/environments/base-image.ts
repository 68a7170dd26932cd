import { instructionsOf } from './dockerfile-lines';

/** The image that a container of a task begins with, as its Dockerfile says. */

/** The image of the only FROM; null where it is none that an engine has, or a value chosen elsewhere. */
export function baseImage(dockerfile: string): string | null {
  const [rest, ...others] = valuesOf(dockerfile, 'FROM');
  if (rest === undefined || others.length > 0) return null;
  const [image = '', ...more] = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const isPlain = more.length === 0 || more[0]?.toUpperCase() === 'AS';
  return !isPlain || image === '' || image === 'scratch' || image.includes('$') ? null : image;
}

/** The working folder that an image built from it ends with; null where it names none to the letter. */
export function lastWorkdir(dockerfile: string): string | null {
  const last = valuesOf(dockerfile, 'WORKDIR').at(-1) ?? null;
  return last?.startsWith('/') && !last.includes('$') ? last : null;
}

function valuesOf(dockerfile: string, instruction: string): string[] {
  const pattern = new RegExp(`^${instruction}\\s+(\\S[\\s\\S]*)$`, 'i');
  return instructionsOf(dockerfile).flatMap(({ words }) => pattern.exec(words)?.[1]?.trim() ?? []);
}
