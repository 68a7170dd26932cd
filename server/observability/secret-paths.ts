/** Addresses that hold a secret, as they may stand in a log or a span: the secret struck out, the rest as it is. */
const SHARED_SECRET = /(\/shared\/)[^/?#\s"]+/g;

export function withoutSecrets(text: string): string {
  return text.replace(SHARED_SECRET, '$1[struck-out]');
}
