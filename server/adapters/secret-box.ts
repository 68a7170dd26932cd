import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@/lib/errors/app-error';

/**
 * Seals secrets that we must be able to use again (keys of providers) with AES-256-GCM under a key derived from the
 * installation's secret. The context is bound in: a sealed key copied to another provider does not open there.
 */
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(plain: string, context: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** @throws AppError CONFIG_INVALID when it was sealed under another secret or for something else. */
export function openSecret(sealed: string, context: string, secret: string): string {
  try {
    const [version, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('not a sealed secret');
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch (cause) {
    throw new AppError(
      'CONFIG_INVALID',
      'A stored key cannot be opened: this installation has another secret now.',
      {
        cause,
        howToProceed: [
          'Enter the key of the provider again in Settings.',
          'Or bring back the former WAGGLE_SECRET.',
        ],
      },
    );
  }
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'waggle provider keys', 32));
}
