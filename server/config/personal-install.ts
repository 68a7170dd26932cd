import { isLoopbackHost } from '@/lib/domain/loopback';
import type { Config } from './config';

/**
 * Whether only this computer reaches the installation: it listens on loopback, people open it at loopback, and no proxy
 * is in front. There, the owner of the computer is the owner of the workspace.
 */
export function isPersonalInstall({
  host,
  baseUrl,
  trustProxy,
}: Pick<Config, 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  return isLoopbackHost(host) && isLoopbackHost(new URL(baseUrl).hostname) && !trustProxy;
}
