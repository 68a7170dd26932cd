import type { Problem } from '@/lib/contracts/problem';

/**
 * A refusal of the API in the words of a form: fields by the names that forms give them, and no sentence twice.
 * Independent of the form that was sent.
 */
interface ProblemWords {
  readonly title: string;
  /** Faults that the title does not mention, one line per field. */
  readonly faults: readonly string[];
}

/** Where a form calls a field otherwise than the API. */
const NAMES: Readonly<Record<string, string>> = {
  apiKey: 'key',
  baseUrl: 'base address',
  candidateText: 'prompt or playbook',
  email: 'e-mail',
  expiresInDays: 'days until it ends',
  slug: 'key',
  timeoutMs: 'time-out',
  url: 'address',
  usd: 'dollars',
  wallMs: 'minutes',
};

/** Containers of an input's fields, which forms do not show. */
const HOLDERS: readonly string[] = ['body', 'query', 'options', 'draft', 'expected', 'settings'];

export function problemWords({ detail, fields }: Pick<Problem, 'detail' | 'fields'>): ProblemWords {
  const quote = ({ path, message }: Problem['fields'][number]) => (path ? `${path}: ${message}` : message);
  return {
    title: fields.reduce((text, field) => text.replace(quote(field), () => faultLine(field)), detail),
    faults: fields
      .filter((field) => field.message !== detail && !detail.includes(quote(field)))
      .map(faultLine),
  };
}

function faultLine({ path, message }: Problem['fields'][number]): string {
  const name = fieldName(path);
  return name === '' ? message : `${name}: ${message}`;
}

/** "liveSteps[1].share" as "Live steps 2 share". */
function fieldName(path: string): string {
  const steps = path.split('.').filter((step, index) => index > 0 || !HOLDERS.includes(step));
  const name = steps.map(stepName).join(' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function stepName(step: string): string {
  const [name = '', index] = step.split(/[[\]]/);
  const words = NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return index === undefined ? words : `${words} ${Number(index) + 1}`;
}
