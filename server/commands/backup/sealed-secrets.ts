import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';

/**
 * The installation's secret (it seals the keys of the providers and signs sessions) under a passphrase: scrypt makes the
 * key, AES-256-GCM seals. One try at the passphrase costs a third of a second and 128 MB, on purpose.
 */
const sealedShape = z.object({
  version: z.literal(1),
  kdf: z.object({ name: z.literal('scrypt'), N: z.int(), r: z.int(), p: z.int(), salt: z.base64url() }),
  cipher: z.literal('aes-256-gcm'),
  nonce: z.base64url(),
  tag: z.base64url(),
  sealed: z.base64url(),
});
const secretsShape = z.object({ secret: z.string() });

export type BackedUpSecrets = z.output<typeof secretsShape>;

const COST = { N: 2 ** 17, r: 8, p: 1 };
const MEMORY_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
/** Bound in, so that nothing else that is sealed this way opens here. */
const CONTEXT = Buffer.from('waggle backup secrets v1');

export function sealSecrets(secrets: BackedUpSecrets, passphrase: string): string {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, COST), nonce).setAAD(CONTEXT);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const written: z.input<typeof sealedShape> = {
    version: 1,
    kdf: { name: 'scrypt', ...COST, salt: salt.toString('base64url') },
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    sealed: sealed.toString('base64url'),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** @throws AppError INPUT_INVALID where the passphrase is another one. */
export function openSecrets(text: string, passphrase: string): BackedUpSecrets {
  try {
    const { kdf, nonce, tag, sealed } = sealedShape.parse(JSON.parse(text));
    const key = keyOf(passphrase, bytes(kdf.salt), kdf);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(nonce), { authTagLength: 16 });
    decipher.setAAD(CONTEXT).setAuthTag(bytes(tag));
    const plain = Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]);
    return secretsShape.parse(JSON.parse(plain.toString('utf8')));
  } catch (cause) {
    throw new AppError(
      'INPUT_INVALID',
      'The secrets of the backup do not open: the passphrase is another one. Nothing was restored.',
      { cause },
    );
  }
}

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }): Buffer {
  return scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem: MEMORY_MAX });
}

const bytes = (text: string) => Buffer.from(text, 'base64url');
