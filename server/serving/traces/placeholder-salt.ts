import { createHmac } from 'node:crypto';

/** Salt of the placeholders that private values of traces get: the same in all processes of an installation. */
export const placeholderSalt = (secret: string): string =>
  createHmac('sha256', secret).update('placeholders of traces').digest('hex');
