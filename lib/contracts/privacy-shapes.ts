import { z } from 'zod';
import { PRIVATE_FIELDS, PRIVATE_KINDS } from '@/lib/domain/privacy';

/** Personal and secret data in texts, as the API shows it: its place and its shape, never its content. */

const kind = z.enum(PRIVATE_KINDS);
const place = { start: z.int(), end: z.int(), masked: z.string() };

export const offeredSpan = z.object({ kind, ...place, placeholder: z.string() }).meta({
  id: 'OfferedSpan',
  description: 'A place in a text that holds personal or secret data, and what to write instead.',
});

export const privateFinding = z
  .object({
    kind,
    count: z.int(),
    /** Examples that hold at least one. */
    examples: z.int(),
    first: z.array(z.object({ example: z.int(), field: z.enum(PRIVATE_FIELDS), ...place })),
  })
  .meta({ id: 'PrivateFinding', description: 'What a data set holds of one kind, with its first places.' });

const reason = z.string().trim().max(1000);

/** Why what was found in a prompt is kept; kept itself in the audit log. */
export const personalDataReason = reason.optional();

export const privacyChoice = z
  .discriminatedUnion('choice', [
    z.strictObject({ choice: z.literal('redact') }),
    z.strictObject({ choice: z.literal('keep'), reason }),
  ])
  .meta({
    id: 'PrivacyChoice',
    description: 'What happens to the personal data in files that are imported.',
  });

/** Findings of an import and the person's choice; absent where nothing was found. */
export const importPrivacy = z
  .object({
    choice: z.enum(['redact', 'keep']),
    reason: z.string().nullable(),
    found: z.array(z.object({ kind, count: z.int(), examples: z.int() })),
  })
  .meta({ id: 'ImportPrivacy' });
export type ImportPrivacyView = z.output<typeof importPrivacy>;
