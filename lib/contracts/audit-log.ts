import { z } from 'zod';
import { timestamp } from './identifier';
import { operation } from './operation';
import { pageOf } from './page';

/** The append-only log of all actions, and the chain of hashes that reveals changes. */
const tag = 'Audit log';
const permission = 'review';

/** Text of an entry: without control characters, which no entry has. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'One line without control characters.');

const auditLine = z
  .object({
    id: z.string(),
    /** Number in the chain; null until the entry is sealed, some seconds after it was written. */
    seq: z.int().nullable(),
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    detail: z.record(z.string(), z.json()),
    at: timestamp,
  })
  .meta({ id: 'AuditEntry' });
export type AuditLine = z.output<typeof auditLine>;

const listAuditQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Not a cursor of this list.')
    .optional(),
  action: word.optional().describe('Prefix of the action, as in "canary."'),
  subject: word.optional().describe('Id of the subject'),
  actor: word.optional().describe('Part of the actor'),
});
export type ListAuditInput = z.output<typeof listAuditQuery>;

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v1/audit',
  tag,
  summary: 'Entries, newest first',
  permission,
  scope: 'workspace',
  query: listAuditQuery,
  response: pageOf(auditLine),
});

const chainHead = z.object({ seq: z.int(), hash: z.string() });

const auditCheck = z
  .object({
    isWhole: z.boolean(),
    sentence: z.string(),
    /** The end of the chain, to be written down; null if the chain is broken. */
    head: chainHead.nullable(),
    /** Number of consecutive entries that match. */
    checked: z.int(),
    /** The first entry that does not match. */
    brokenAt: z.int().nullable(),
    why: z.enum(['gap', 'link', 'content', 'end']).nullable(),
    /** The entry that is now at this place; null if there is none. */
    entry: z.object({ actor: z.string(), action: z.string(), subject: z.string(), at: timestamp }).nullable(),
  })
  .meta({ id: 'AuditCheck' });
export type AuditCheck = z.output<typeof auditCheck>;

/** `seq:hash`, as a check prints it. */
export const writtenDown = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'A number, a colon and 64 hexadecimal digits, as printed by a check.')
  .transform((text) => {
    const [seq = '', hash = ''] = text.split(':');
    return { seq: Number(seq), hash };
  });

export const verifyAudit = operation({
  id: 'verifyAudit',
  method: 'GET',
  path: '/api/v1/audit/verification',
  tag,
  summary: 'Verify the chain of hashes and name the first changed entry',
  description:
    'With `from`, a number and a hash noted at an earlier check, a truncated or rewritten chain is detected as well.',
  permission,
  scope: 'workspace',
  query: z.object({ from: writtenDown.optional() }),
  response: auditCheck,
});

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  path: '/api/v1/audit/export',
  tag,
  summary: 'The whole log with its chain, one line of JSON an entry',
  description:
    'hash = SHA-256 of the JSON {entry, previousHash, seq} with sorted keys and no spaces; the first entry follows 64 zeros.',
  permission,
  scope: 'workspace',
  response: z.string(),
  responseType: 'file',
  fileTypes: ['application/jsonl'],
});
