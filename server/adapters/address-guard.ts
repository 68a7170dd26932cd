import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { isLoopbackHost } from '@/lib/domain/loopback';
import { AppError } from '@/lib/errors/app-error';

/**
 * Where model calls may go: over https to any public address; to private, loopback or link-local ones, and over
 * plain http, only where the operator's own list names them. Checked on the address that the name resolved to, at
 * the moment of connecting: a name that resolves to something else a second later gains nothing.
 */
export interface Destination {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
}

/** Refuses an address as far as its text alone tells; the connect hook refuses the rest. */
export function assertBaseUrlAllowed(url: string, allowed: readonly string[]): void {
  const { protocol, hostname, port, username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new AppError('ADDRESS_REFUSED', 'An address must not hold a user or password.', {
      context: { hostname },
      howToProceed: ['Leave them out of the address; a key has a field of its own.'],
    });
  const to = { protocol, hostname: bare(hostname), port: portOf(port, protocol) };
  const address = isIP(to.hostname) ? to.hostname : null;
  const isLocalName = /(^|\.)(localhost|local|internal|localdomain)$/i.test(to.hostname);
  if (address !== null || isLocalName || protocol !== 'https:') assertAddressAllowed(to, address, allowed);
}

/** @throws AppError ADDRESS_REFUSED. `address` null: not resolved (yet), so nothing public is known of it. */
export function assertAddressAllowed(
  to: Destination,
  address: string | null,
  allowed: readonly string[],
): void {
  if (allowed.some((entry) => covers(entry, to, address))) return;
  const isPublic = address !== null && isPublicAddress(address);
  if (isPublic && to.protocol === 'https:') return;
  const why = isPublic || address === null ? 'only https may be used there' : 'it lies in a private network';
  throw refused(to, `The address ${to.hostname} may not be called: ${why}.`);
}

/** Unicast on the open internet; addresses that embed a v4 address are judged by that one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast';
}

/** A connector for undici that looks at what it is about to connect to. */
export function guardedConnector(allowed: readonly string[], timeoutMs: number): buildConnector.connector {
  const known = new Map<string, buildConnector.connector>();
  const connectorTo = (to: Destination) => {
    const name = `${to.protocol}//${to.hostname}:${to.port}`;
    const connector =
      known.get(name) ?? buildConnector({ timeout: timeoutMs, lookup: guardedLookup(to, allowed) });
    known.set(name, connector);
    return connector;
  };
  return (options, callback) => {
    const to = {
      protocol: options.protocol,
      hostname: bare(options.hostname),
      port: portOf(options.port, options.protocol),
    };
    try {
      // A literal address is never looked up, so it is judged here.
      if (isIP(to.hostname)) assertAddressAllowed(to, to.hostname, allowed);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connectorTo(to)(options, callback);
  };
}

function guardedLookup(to: Destination, allowed: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) assertAddressAllowed(to, address, allowed);
      } catch (refusal) {
        return callback(refusal as NodeJS.ErrnoException, []);
      }
      const [first] = addresses;
      if (options.all || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** Entries: a host, host:port, an address, address:port, or a network such as 10.0.0.0/8; names of loopback are alike. */
function covers(entry: string, to: Destination, address: string | null): boolean {
  if (entry.includes('/')) return address !== null && inNetwork(entry, address);
  const named = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\[(.+)\]/, '$1'));
  const isBareV6 = isIP(entry) === 6;
  const host = isBareV6 ? entry : (named?.[1] ?? entry);
  const port = isBareV6 ? undefined : named?.[2];
  const isLoopback = isLoopbackHost(host) && isLoopbackHost(to.hostname) && isLoopbackHost(address ?? host);
  const sameHost =
    isLoopback || host.toLowerCase() === to.hostname.toLowerCase() || (isIP(host) !== 0 && host === address);
  return sameHost && (port === undefined || Number(port) === to.port);
}

function inNetwork(network: string, address: string): boolean {
  if (!ipaddr.isValidCIDR(network) || !ipaddr.isValid(address)) return false;
  const [base, bits] = ipaddr.parseCIDR(network);
  const parsed = ipaddr.process(address);
  return parsed.kind() === base.kind() && parsed.match([base, bits] as never);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.+)\]$/, '$1').replace(/\.$/, '');
}

function portOf(port: string | undefined, protocol: string): number {
  if (port) return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function refused({ hostname, port }: Destination, message: string): AppError {
  const place = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  return new AppError('ADDRESS_REFUSED', message, {
    context: { hostname },
    howToProceed: [
      `Add ${place} to WAGGLE_ALLOWED_ADDRESSES and restart Waggle, or use a public https address.`,
    ],
  });
}
