import { z } from 'zod';
import { displayName } from './identifier';

/** Settings of a provider. The key is write-only and bound to the origin of the address (rulings S2). */

const ADDRESS = /^https?:\/\/[A-Za-z0-9.:[\]-]{1,253}(\/[A-Za-z0-9._~%/-]{0,200})?$/;

const baseUrl = z
  .string()
  .trim()
  .max(500)
  .regex(ADDRESS, 'Give the full address, as in https://api.example.com/v1.')
  .refine((url) => URL.canParse(url), 'Give the full address, as in https://api.example.com/v1.')
  .meta({ examples: ['https://api.example.com/v1'] });

const apiKey = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]+$/, 'A key has printable characters without spaces only.');

/** Names that the client sets itself, or that belong into the key. */
const RESERVED =
  /^(authorization|cookie|host|connection|content-.*|transfer-encoding|proxy-.*|idempotency-key)$/i;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,80}$/, 'A header name has letters, digits and "-" only.');

const headers = z
  .record(
    headerName,
    z
      .string()
      .max(500)
      .regex(/^[\x20-\x7e]*$/, 'A header value has printable ASCII only.'),
  )
  .refine((all) => Object.keys(all).length <= 20, 'At most 20 headers.')
  .refine((all) => !Object.keys(all).some((name) => RESERVED.test(name)), {
    message:
      'Authorization, Cookie, Host, Content-* and the like are set by the client; a key goes into "apiKey".',
  });

/**
 * Names of headers that affect answers, as a route or a deployment does: pinned in each run and part of the evaluation
 * key. The others count as credentials.
 */
const behaviouralHeaders = z.array(headerName).max(20);

const acceleratorsPerCall = z.number().gt(0).max(10_000);

const settings = {
  name: displayName,
  baseUrl,
  apiKey: apiKey.nullable().default(null),
  headers: headers.default({}),
  behaviouralHeaders: behaviouralHeaders.default([]),
  hardware: z.string().trim().min(1).max(200).default('unknown'),
  requestsPerMinute: z.int().min(1).max(10_000_000).nullable().default(null),
  tokensPerMinute: z.int().min(1).max(2_000_000_000).nullable().default(null),
  concurrency: z.int().min(1).max(2000).default(16),
  timeoutMs: z.int().min(1000).max(3_600_000).default(120_000),
  maxAttempts: z.int().min(1).max(10).default(5),
  /** Accelerators that one call keeps busy, as in 0.125 for 8 cards that serve 64 calls; null = not measured. */
  acceleratorsPerCall: acceleratorsPerCall.nullable().default(null),
};

/**
 * Calls to this computer, for this provider alone. Only a signed-in owner may set it, and only on a personal installation:
 * one that listens on loopback. Left out keeps it, unless the origin changes.
 */
const allowsLoopback = z.boolean();

export const createProviderBody = z.strictObject({
  ...settings,
  allowsLoopback: allowsLoopback.default(false),
});

export const updateProviderBody = z
  .strictObject({
    name: settings.name.optional(),
    baseUrl: settings.baseUrl.optional(),
    /** Null removes the key; left out keeps it, unless the origin changes. */
    apiKey: apiKey.nullable().optional(),
    /** Left out keeps them, unless the origin changes. */
    headers: headers.optional(),
    behaviouralHeaders: behaviouralHeaders.optional(),
    hardware: z.string().trim().min(1).max(200).optional(),
    requestsPerMinute: z.int().min(1).max(10_000_000).nullable().optional(),
    tokensPerMinute: z.int().min(1).max(2_000_000_000).nullable().optional(),
    concurrency: z.int().min(1).max(2000).optional(),
    timeoutMs: z.int().min(1000).max(3_600_000).optional(),
    maxAttempts: z.int().min(1).max(10).optional(),
    acceleratorsPerCall: acceleratorsPerCall.nullable().optional(),
    allowsLoopback: allowsLoopback.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Name at least one setting to change.');
