import { AppError } from '@/lib/errors/app-error';
import { openSecret, sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';

/**
 * Headers of a provider, sealed in the database as its key is: a value such as `x-api-key` is a credential. A row from
 * before they were sealed still holds them in clear; `seal-clear-headers` ends that at a start.
 */
export type ProviderHeaders = Readonly<Record<string, string>>;

export interface StoredHeaders {
  readonly id: string;
  readonly headers: unknown;
  readonly headersCiphertext: string | null;
}

/** The columns that hold these headers. */
export function sealedHeaders(id: string, headers: ProviderHeaders) {
  const isEmpty = Object.keys(headers).length === 0;
  const sealed = isEmpty ? null : sealSecret(JSON.stringify(headers), contextOf(id), config().secret);
  return { headers: {}, headersCiphertext: sealed };
}

/** @throws AppError CONFIG_INVALID where they were sealed under another secret */
export function openHeaders({ id, headers, headersCiphertext }: StoredHeaders): ProviderHeaders {
  if (headersCiphertext === null) return (headers ?? {}) as ProviderHeaders;
  return JSON.parse(openSecret(headersCiphertext, contextOf(id), config().secret)) as ProviderHeaders;
}

/** For pages and lists: a provider whose headers do not open is shown without any, so that they can be entered again. */
export function headersIfOpen(stored: StoredHeaders): ProviderHeaders {
  try {
    return openHeaders(stored);
  } catch (error) {
    if (AppError.is(error, 'CONFIG_INVALID')) return {};
    throw error;
  }
}

/** Sealed headers do not open as a key, nor another provider's. */
function contextOf(id: string): string {
  return `${id} headers`;
}
