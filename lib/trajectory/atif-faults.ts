import { ATIF_VERSIONS, atifDocument } from '@/lib/domain/atif-document';

/** Where a document departs from ATIF, field by field: what an import tells of a file that others wrote. */
export interface AtifFault {
  readonly path: readonly string[];
  readonly kind: 'missing' | 'unknown' | 'type' | 'choice' | 'range' | 'rule';
  readonly sentence: string;
}

/** Faults of a document; where it names a version which is not among `versions`, that is a fault too. */
export function atifFaults(document: unknown, versions: readonly string[] = ATIF_VERSIONS): AtifFault[] {
  const { error } = atifDocument.safeParse(document, { reportInput: true });
  const faults = error?.issues.flatMap(faultsOf) ?? [];
  const version = versionOf(document);
  if (version === undefined || versions.includes(version)) return faults;
  const said = `names the version ${version}, which is not among ${versions.join(', ')}`;
  return [fault(['schema_version'], 'choice', said), ...faults];
}

function versionOf(document: unknown): string | undefined {
  const isNamed = typeof document === 'object' && document !== null && 'schema_version' in document;
  return isNamed && typeof document.schema_version === 'string' ? document.schema_version : undefined;
}

type Issue = NonNullable<ReturnType<typeof atifDocument.safeParse>['error']>['issues'][number];

function faultsOf(issue: Issue): AtifFault[] {
  const path = issue.path.map(String);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => fault([...path, key], 'unknown', 'is not a field of ATIF'));
    case 'invalid_type':
      return [
        issue.input === undefined
          ? fault(path, 'missing', 'is missing')
          : fault(path, 'type', `is not ${TYPES[issue.expected] ?? `of the type ${issue.expected}`}`),
      ];
    case 'invalid_value':
      return issue.input === undefined
        ? [fault(path, 'missing', 'is missing')]
        : [fault(path, 'choice', `is none of ${issue.values.map(String).join(', ')}`)];
    case 'too_small':
      return [fault(path, 'range', issue.origin === 'array' ? 'is empty' : `is below ${issue.minimum}`)];
    case 'custom':
      return [fault(path, 'rule', issue.message)];
    default:
      return [fault(path, 'type', 'has another type than ATIF gives it')];
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const fault = (path: readonly string[], kind: AtifFault['kind'], said: string): AtifFault => ({
  path,
  kind,
  sentence: `${path.length === 0 ? 'The document' : `The field "${path.join('.')}"`} ${said}.`,
});
