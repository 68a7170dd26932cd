import { z } from 'zod';
import type { TaskArtifact } from '@/lib/domain/environment-task';
import { filledText, texts } from './field-kinds';

/**
 * Files that are kept after a task or a step: a path, or a table of where it comes from and goes to. No path may lead out of
 * the folder of artifacts.
 */
const SERVICE = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const ABSOLUTE = /^(?:\/|[A-Za-z]:[/\\])/;
/** Harbor lists the artifacts in this file. */
const RESERVED = 'manifest.json';

const climbs = (path: string): boolean => path.split(/[/\\]/).includes('..');

export const serviceName = filledText.trim().regex(SERVICE, 'Give the name of a service.');

const destination = z.string('Give text in quotes.').superRefine((path, context) => {
  const fault = destinationFault(path);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

function destinationFault(path: string): string | null {
  if (path === '') return null;
  if (path.includes('\\')) return 'Separate folders with "/".';
  if (ABSOLUTE.test(path)) return 'Give a path within the folder of artifacts.';
  if (climbs(path)) return 'Leave out "..".';
  return path.replace(/\/+$/, '') === RESERVED ? 'Choose another name: Harbor writes this file.' : null;
}

const artifact = z
  .preprocess(
    (given) => (typeof given === 'string' ? { source: given } : given),
    z.strictObject(
      {
        source: filledText.refine((path) => !climbs(path), 'Leave out "..".'),
        destination: destination.optional(),
        exclude: texts.default([]),
        service: serviceName.optional(),
      },
      { error: 'Give a path, or a table with a source.' },
    ),
  )
  .superRefine(({ source, service = 'main' }, context) => {
    if (service === 'main' || ABSOLUTE.test(source)) return;
    const message = `Give an absolute path for the service ${service}.`;
    context.addIssue({ code: 'custom', path: ['source'], message });
  })
  .transform(
    ({ source, destination: place, exclude, service = null }): TaskArtifact => ({
      ...{ source, exclude, service, destination: place === undefined || place === '' ? null : place },
    }),
  );

export const artifactList = z.array(artifact, 'Give a list of artifacts.').default([]);
