import ipaddr from 'ipaddr.js';

/**
 * The arithmetic that tells a number from a number that only looks like one: Luhn's sum, the IBAN's remainder, the
 * rules of who issues what. It knows no text around the number.
 */

/** Luhn (ISO/IEC 7812-1): every second digit from the right is doubled, 9 is taken off above 9, 10 divides the sum. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += index % 2 === 0 ? digit : doubled;
  }
  return sum % 10 === 0;
}

/** Beginnings that card networks issue, with the lengths of their numbers: years in a row are no card. */
function isIssuedCard(digits: string): boolean {
  const length = digits.length;
  const first4 = Number(digits.slice(0, 4));
  const first2 = Math.floor(first4 / 100);
  if (digits.startsWith('4')) return length === 13 || length === 16 || length === 19;
  if (first2 === 34 || first2 === 37) return length === 15;
  if ((first2 >= 51 && first2 <= 55) || (first4 >= 2221 && first4 <= 2720)) return length === 16;
  if (first2 === 36 || first2 === 38 || (first4 >= 3000 && first4 < 3060)) return length === 14;
  if (first4 >= 3528 && first4 <= 3589) return length >= 16;
  const isDiscover = first4 === 6011 || first2 === 62 || first2 === 65 || (first4 >= 6440 && first4 < 6500);
  return isDiscover && length >= 16;
}

export function isPaymentCard(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  return isIssuedCard(digits) && isLuhnValid(digits);
}

/** Length of an IBAN by country (ISO 13616), the country's two letters before the length. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 ' +
    'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 ' +
    'QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** How many characters at the beginning are an IBAN, spaces among them counted; 0 = none. */
export function ibanLength(written: string): number {
  const wanted = IBAN_LENGTHS.get(written.slice(0, 2)) ?? 0;
  let taken = 0;
  for (let index = 0; index < written.length && wanted > 0; index += 1) {
    if (written[index] !== ' ') taken += 1;
    if (taken === wanted) return isIbanSum(written.slice(0, index + 1)) ? index + 1 : 0;
  }
  return 0;
}

/** ISO 7064: the first four go to the end, letters count 10 to 35, and the number leaves 1 when divided by 97. */
function isIbanSum(written: string): boolean {
  const compact = written.replaceAll(' ', '');
  let rest = 0;
  for (const sign of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** US social security: no area 000, 666 or from 900 on, no group 00, no serial 0000. */
export function isSocialSecurityNumber(written: string): boolean {
  const [area = '', group = '', serial = ''] = written.split('-');
  if (area === '000' || area === '666' || area.startsWith('9')) return false;
  return group !== '00' && serial !== '0000';
}

/** Four single digits are a version or a section; loopback, unspecified and broadcast addresses identify no person. */
export function isIpv4(written: string): boolean {
  if (written.length === '1.2.3.4'.length || !ipaddr.IPv4.isValidFourPartDecimal(written)) return false;
  return !['loopback', 'unspecified', 'broadcast'].includes(ipaddr.IPv4.parse(written).range());
}

/**
 * How many characters are an address; 0 = none. Two short groups around "::" are more often code than an address:
 * three have to be written out. A colon after it ends the clause and is none of it.
 */
export function ipv6Length(written: string): number {
  const address = written.endsWith(':') && !written.endsWith('::') ? written.slice(0, -1) : written;
  const groups = address.split(':').filter((group) => group !== '');
  return groups.length >= 3 && ipaddr.IPv6.isValid(address) ? address.length : 0;
}

/** E.164: at most 15 digits; numbers under +1 have ten more, of which area and exchange begin with 2 to 9. */
export function isInternationalPhone(written: string): boolean {
  const digits = written.replace(/\D/g, '').replace(/^00/, '');
  if (digits.startsWith('1')) return /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits);
  // "+25000000" is more often a gain than a number to call.
  const least = /[ ()/-]/.test(written) ? 8 : 10;
  return digits.length >= least && digits.length <= 15;
}
