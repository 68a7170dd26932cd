import { z } from 'zod';

/** The form of an upload: files, and options as JSON text; taken whole, or part by part as it arrives. */
export const FILES_MAX = 20;

/** A form with one or several `files` and `options` as JSON text, whose shape the API reference shows. */
export function uploadBody<Options extends z.ZodType>(options: Options, filesMax = FILES_MAX) {
  return z.object({
    files: z
      .union([z.file(), z.array(z.file()).min(1).max(filesMax)], {
        error: `Send 1 to ${filesMax} files under the name "files".`,
      })
      .transform((files) => (Array.isArray(files) ? files : [files])),
    options: z
      .string()
      .max(200_000)
      .meta({
        contentMediaType: 'application/json',
        contentShape: options,
        examples: ['{"skipBadLines": true}'],
      })
      .default('{}')
      .transform(parseOptions)
      .pipe(options),
  });
}

/** The options of an upload that is read part by part, as its form has them. */
export const optionsText = z.string().max(200_000).transform(parseOptions);

/** One part of a form as it arrives. A file has to be read before the next part comes. */
export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: AsyncIterable<Uint8Array> };

function parseOptions(text: string, context: z.RefinementCtx): unknown {
  const parsed = parseStorable(text);
  if (parsed.ok) return parsed.value;
  context.addIssue({ code: 'custom', message: parsed.message });
  return z.NEVER;
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** JSON inside a form passes the door as one text, so what cannot be stored is looked for here. */
function parseStorable(text: string): Parsed {
  let storable = true;
  try {
    const value: unknown = JSON.parse(text, (name, member) => {
      if ([name, member].some((part) => typeof part === 'string' && /\0|\p{Surrogate}/u.test(part)))
        storable = false;
      return member;
    });
    if (storable) return { ok: true, value };
    return { ok: false, message: 'The options hold a NUL character or half of a surrogate pair.' };
  } catch {
    return { ok: false, message: 'The options are no JSON.' };
  }
}
