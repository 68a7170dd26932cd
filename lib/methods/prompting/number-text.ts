/**
 * A JSON number as text, in the form that published answer files are written in: whole numbers keep all their
 * digits, others always show a point or an exponent (42.0, 1e-07), so that a text comparison with such a file is fair.
 */
export function numberText(source: string): string {
  if (/^-?\d+$/.test(source)) return BigInt(source).toString();
  const value = Number(source);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';

  // The shortest digits that give the value back, in exponent form outside of 1e-4 .. 1e16.
  const [digits = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    const sign = exponent < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const plain = String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}
