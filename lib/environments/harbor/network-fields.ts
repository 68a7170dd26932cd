import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { NetworkPolicy } from '@/lib/domain/environment-task';
import { onOrOff } from './field-kinds';

/**
 * Network fields of a section: `network_mode` with `allowed_hosts`, or the older `allow_internet`, which counts only where
 * neither is given. Null where the section says nothing.
 */
const NAME = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const host = z
  .string('Give a list of host names.')
  .transform((written) => written.trim().toLowerCase().replace(/\.$/, ''))
  .refine(
    (name) => NAME.test(name) || ipaddr.isValid(name) || ipaddr.isValidCIDR(name),
    'Give a host name, "*." and a host name, an address or a range; no URL, port or path.',
  );

export const phaseNetworkFields = {
  network_mode: z
    .enum(['no-network', 'public', 'allowlist'], 'Give "no-network", "public" or "allowlist".')
    .optional(),
  allowed_hosts: z.array(host, 'Give a list of host names.').optional(),
};

export const machineNetworkFields = { ...phaseNetworkFields, allow_internet: onOrOff.optional() };

interface NetworkFields {
  readonly network_mode?: 'no-network' | 'public' | 'allowlist' | undefined;
  readonly allowed_hosts?: string[] | undefined;
  readonly allow_internet?: boolean | undefined;
}

const MODES = { 'no-network': 'none', public: 'public', allowlist: 'allowlist' } as const;

/** Hosts without the mode that reads them would be dropped silently. */
export function checkHosts(
  { network_mode: mode, allowed_hosts: hosts }: NetworkFields,
  context: z.RefinementCtx,
) {
  if (hosts === undefined || hosts.length === 0 || mode === 'allowlist') return;
  const message = 'Hosts are only read with network_mode = "allowlist".';
  context.addIssue({ code: 'custom', path: ['allowed_hosts'], message });
}

export function networkPolicyOf(fields: NetworkFields): NetworkPolicy | null {
  const { network_mode: mode, allowed_hosts: hosts = [], allow_internet: isOpen } = fields;
  if (mode !== undefined) return { mode: MODES[mode], hosts: [...new Set(hosts)] };
  if (isOpen === undefined) return null;
  return { mode: isOpen ? 'public' : 'none', hosts: [] };
}
