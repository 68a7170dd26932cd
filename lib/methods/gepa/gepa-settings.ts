import type { RunManifest } from '@/lib/domain/manifest';
import type { GepaSettings } from '@/lib/domain/method-settings';
import { invariant } from '@/lib/errors/invariant';

/** The version of this method as manifests pin it. */
export const GEPA_VERSION = '1';

/** The settings of a run that is GEPA's. */
export function gepaSettings({ method }: Pick<RunManifest, 'method'>): GepaSettings {
  invariant(method.name === 'gepa', 'GEPA was asked to carry a run of another method.');
  return method;
}
