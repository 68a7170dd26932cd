import type { ImportDatasetInput } from '@/lib/contracts/datasets';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import type { FieldSource, ImportOptions, SourceFile } from '@/lib/evaluation/import/import-types';
import { listsIn, severalLists } from '@/lib/evaluation/import/json-members';
import { type Look, lookInto } from '@/lib/evaluation/import/preview-import';
import { knownNames, type MappedRole, type UnsettledRole } from '@/lib/evaluation/import/settle-mapping';

/**
 * The mapping to import with: the caller's own, or the one that the names of the columns settle.
 * @throws AppError MAPPING_UNCERTAIN with the columns that each open role could be
 */
export function certainMapping(
  files: readonly SourceFile[],
  options: ImportDatasetInput,
): Pick<ImportOptions, 'preset' | 'mapping'> {
  const { preset, mapping } = options;
  if (preset !== undefined && mapping !== undefined) return { preset, mapping };
  const look = lookInto(files, options);
  if (look.unsettled.length > 0) throw uncertain(look);
  // The rest of a large file is not read for a mapping that fits none of it.
  const headed = files.find(({ isHead }) => isHead);
  if (look.first === undefined && headed !== undefined)
    throw new AppError('IMPORT_REJECTED', `Nothing was imported. ${headed.name}: ${withoutRecord(headed)}`);
  const { question, expected } = look.mapping;
  // No record could be read at all, so the import names the lines at fault, whatever they are mapped to.
  const missing = { constant: '' };
  return {
    preset: look.preset,
    mapping: { ...look.mapping, question: question ?? missing, expected: expected ?? missing },
  };
}

/** Why the head of a large file shows no record. */
function withoutRecord({ text }: SourceFile): string {
  const lists = text.trimStart().startsWith('{') ? listsIn(text).ofObjects : [];
  if (lists.length > 1) return severalLists(lists);
  return 'The first megabyte holds no record. Send JSON lines, a JSON list, one list in a JSON object, CSV or TSV.';
}

const ROLE_WORDS: Readonly<Record<MappedRole, string>> = {
  question: 'the question',
  expected: 'the expected value',
  context: 'the context',
};

function uncertain(look: Look): AppError {
  const roles = look.unsettled.map(({ role }) => ROLE_WORDS[role]).join(' and ');
  const mapping = { question: sourceFor('question', look), expected: sourceFor('expected', look) };
  return new AppError('MAPPING_UNCERTAIN', `Nothing was imported. Say which column holds ${roles}.`, {
    fields: look.unsettled.map((one) => faultOf(one, look)),
    howToProceed: [
      `Send the mapping in the options, for example ${JSON.stringify({ mapping })}.`,
      'previewImport and the page Data sets → Import show the first record and every column.',
    ],
  });
}

const SAMPLE_LENGTH = 40;

function faultOf({ role, why, candidates }: UnsettledRole, { fields }: Look): FieldFault {
  const reason =
    why === 'noKnownName'
      ? `No column is called ${knownNames(role).slice(0, 4).join(', ')} or the like.`
      : `More than one column could be ${ROLE_WORDS[role]}.`;
  const shown = candidates.map((path) => {
    const [sample = ''] = fields.find((column) => column.path === path)?.samples ?? [];
    const cut = sample.length > SAMPLE_LENGTH ? `${sample.slice(0, SAMPLE_LENGTH)}…` : sample;
    return `${path} ("${cut}")`;
  });
  return {
    path: `options.mapping.${role}`,
    message: `${reason} Candidates: ${shown.join(', ')}.`,
    candidates,
  };
}

/** For the example in the advice: what is settled, else what a name hints at, else a place to fill in. */
function sourceFor(role: 'question' | 'expected', { mapping, unsettled }: Look): FieldSource {
  const asked = unsettled.find((one) => one.role === role);
  return mapping[role] ?? { path: asked?.proposed ?? `column with ${ROLE_WORDS[role]}` };
}
