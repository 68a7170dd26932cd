import { RE2JS } from 're2js';
import type { PrivateKind } from '@/lib/domain/privacy';
import {
  ibanLength,
  ipv6Length,
  isInternationalPhone,
  isIpv4,
  isPaymentCard,
  isSocialSecurityNumber,
} from './checks';

/**
 * Shape of each kind: a pattern on a linear-time engine, and a check that a look-alike fails. Patterns repeat
 * single classes only, so that what one search reads beyond its match is read by no later one again.
 */
export interface Shape {
  readonly kind: PrivateKind;
  /** A look so cheap that texts without the kind never reach the engine; it may say yes too often. */
  readonly mayHold: (text: string) => boolean;
  readonly pattern: RE2JS;
  /** The group that is the finding; 0 = the whole match. */
  readonly group: number;
  /** How many characters of the finding count; 0 = a look-alike. */
  readonly accepts: (found: string) => number;
  /** Characters that must not touch the finding: it would be a piece of something longer. */
  readonly before: RegExp;
  readonly after: RegExp;
  /** Short shapes look again one character on after a look-alike; long runs are passed as a whole. */
  readonly isShort: boolean;
}

/** Matches nothing: the finding may touch anything. */
const NOTHING = /(?!)/;
const DIGIT = /^\d$/;
const WORD = /^[\p{L}\p{N}]$/u;
const NUMERIC = /^[\p{L}\p{N}.,-]$/u;

const whole = (check: (found: string) => boolean) => (found: string) => (check(found) ? found.length : 0);
const mixed = (found: string) => /\d/.test(found) && /[A-Za-z]/.test(found);
const digitsBetween = (least: number, most: number) => (found: string) => {
  const count = found.replace(/\D/g, '').length;
  return count >= least && count <= most;
};

/** Tokens whose maker gave them a beginning to be recognised by. */
const TOKENS = [
  'sk-[A-Za-z0-9_-]{20,}',
  '(?:AKIA|ASIA)[0-9A-Z]{16}',
  'gh[pousr]_[A-Za-z0-9]{30,}',
  'github_pat_[A-Za-z0-9_]{30,}',
  'glpat-[A-Za-z0-9_-]{20,}',
  'xox[abeprs]-[A-Za-z0-9-]{10,}',
  'AIza[0-9A-Za-z_-]{30,}',
  'hf_[A-Za-z0-9]{30,}',
  'npm_[A-Za-z0-9]{30,}',
  'wgl_[A-Za-z0-9_-]{20,}',
  '[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}',
  'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+',
].join('|');
const PRIVATE_KEY =
  '-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[A-Za-z0-9+/=\\\\\\s]+-----END [A-Z ]*PRIVATE KEY-----)?';
const ASSIGNED =
  '(?i)(?:(?:api[_-]?key|secret|token|passwd|password)["\']?\\s?[:=]\\s?|bearer\\s)["\']?([A-Za-z0-9_./+=~-]{12,})';

/** Defaults of most shapes. */
const LOOSE = { group: 0, before: WORD, after: NOTHING, isShort: false } as const;
const shape = (kind: PrivateKind, pattern: string, rest: Omit<Shape, 'kind' | 'pattern'>): Shape => ({
  kind,
  pattern: RE2JS.compile(pattern),
  ...rest,
});

export const SHAPES: readonly Shape[] = [
  shape('secret', TOKENS, {
    ...LOOSE,
    mayHold: (text) =>
      /(?:\b|_)(?:sk-|A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox|AIza|hf_|npm_|wgl_|[rsp]k_(?:live|test)_|eyJ)/.test(
        text,
      ),
    accepts: whole(mixed),
  }),
  shape('secret', PRIVATE_KEY, {
    ...LOOSE,
    before: NOTHING,
    mayHold: (text) => text.includes('PRIVATE KEY-----'),
    accepts: (found) => found.length,
  }),
  shape('secret', ASSIGNED, {
    ...LOOSE,
    group: 1,
    before: NOTHING,
    // With "u", letters that only fold to a Latin one count as it, as in the pattern.
    mayHold: (text) => /(?:key|secret|token|passw[or]*d)["']?\s?[:=]|bearer\s/iu.test(text),
    accepts: whole((found) => mixed(found) && !found.startsWith('/')),
  }),
  shape('email', '[\\pL\\pN_][\\pL\\pN._%+-]*@(?:[\\pL\\pN-]+\\.)+\\pL{2,}', {
    ...LOOSE,
    before: NOTHING,
    mayHold: (text) => text.includes('@'),
    accepts: (found) => found.length,
  }),
  shape('iban', '[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}', {
    ...LOOSE,
    after: WORD,
    isShort: true,
    mayHold: (text) => /(?:\b|_)[A-Z]{2}\d{2}(?: ?[A-Z\d]){3}/.test(text),
    accepts: ibanLength,
  }),
  shape('paymentCard', '[0-9]{13,}', {
    ...LOOSE,
    after: WORD,
    mayHold: (text) => /\d{13}/.test(text),
    accepts: whole(isPaymentCard),
  }),
  shape('paymentCard', '(?:[0-9]{4}[ -]){3}[0-9]{4}|[0-9]{4}[ -][0-9]{6}[ -][0-9]{4,5}', {
    ...LOOSE,
    after: DIGIT,
    isShort: true,
    mayHold: (text) => /\d{4}[ -](?:\d{4}[ -]\d{4}|\d{6}[ -]\d{4})/.test(text),
    accepts: whole(isPaymentCard),
  }),
  shape('nationalId', '[0-9]{3}-[0-9]{2}-[0-9]{4}', {
    ...LOOSE,
    before: NUMERIC,
    after: /^[\p{L}\p{N}-]$/u,
    isShort: true,
    mayHold: (text) => /\d{3}-\d{2}-\d{4}/.test(text),
    accepts: whole(isSocialSecurityNumber),
  }),
  shape('ipAddress', '[0-9]{1,3}(?:\\.[0-9]{1,3}){3}', {
    ...LOOSE,
    before: NUMERIC,
    after: WORD,
    isShort: true,
    mayHold: (text) => /\d\.\d{1,3}\.\d{1,3}\.\d/.test(text),
    accepts: whole(isIpv4),
  }),
  shape('ipAddress', '[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f]*', {
    ...LOOSE,
    after: WORD,
    // A time has colons as well, but neither two next to each other nor seven in a row.
    mayHold: (text) =>
      /[\dA-Fa-f]:[\dA-Fa-f]{0,4}:[\dA-Fa-f]/.test(text) && /::|(?:[\dA-Fa-f]{1,4}:){7}/.test(text),
    accepts: ipv6Length,
  }),
  shape('phone', '\\+[1-9](?:[ ().\\/-]{0,2}[0-9])+|\\b00[1-9][0-9]{0,2}[ /-](?:[ ().\\/-]{0,2}[0-9])+', {
    ...LOOSE,
    before: /^[\p{L}\p{N})+]$/u,
    mayHold: (text) => /\+[1-9][ ()./-]{0,2}\d|\b00[1-9]\d{0,2}[ /-]/.test(text),
    accepts: whole(isInternationalPhone),
  }),
  shape('phone', '(?:\\([2-9][0-9]{2}\\) ?|[2-9][0-9]{2}[.-])[0-9]{3}[.-][0-9]{4}', {
    ...LOOSE,
    before: NUMERIC,
    after: /^[\p{L}\p{N}-]$/u,
    isShort: true,
    mayHold: (text) => /\d{3}(?:\) ?|[.-])\d{3}[.-]\d{4}/.test(text),
    accepts: (found) => found.length,
  }),
  shape(
    'phone',
    '(?i)\\b(?:phone|telephone|telefon|tel|mobile|cell|fax)(?: ?(?:no|number|nr))?[.:#]{0,2} ?(?:is )?([0-9(][0-9 ().\\/-]*[0-9])',
    {
      ...LOOSE,
      group: 1,
      before: NOTHING,
      mayHold: (text) => /\b(?:phone|telephone|telefon|tel|mobile|cell|fax)[ .:#a-z]{0,13}[\d(]/i.test(text),
      accepts: whole(digitsBetween(6, 15)),
    },
  ),
];
