import { isLoopbackUrl, placeOf } from '@/lib/domain/loopback';
import { config } from '@/server/config/config';
import { isPersonalInstall } from '@/server/config/personal-install';

/**
 * Private addresses that calls of one provider may go to: the operator's list, and on a personal installation the loopback
 * address that an owner allowed for this provider. Looked at for each call, so that it ends with the installation's kind.
 */
export function addressesFor(provider: {
  readonly baseUrl: string;
  readonly allowsLoopback: boolean;
}): readonly string[] {
  const { allowedAddresses } = config();
  const { baseUrl, allowsLoopback } = provider;
  if (!allowsLoopback || !isLoopbackUrl(baseUrl) || !isPersonalInstall(config())) return allowedAddresses;
  return [...allowedAddresses, placeOf(baseUrl)];
}
