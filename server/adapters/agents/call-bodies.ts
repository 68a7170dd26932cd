import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AttemptName } from '@/server/repositories/rollouts';

/**
 * Bodies of proxied calls as they wait for their trajectory: compressed, then sealed with AES-256-GCM, since they hold
 * what is scrubbed only later. Bound to their call: a body that is copied to another row does not open there.
 * Layout: nonce (12 bytes), tag (16), sealed bytes. Cost: about 0.1 ms for 50 kB.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface CallPlace extends AttemptName {
  readonly ordinal: number;
  readonly part: 'request' | 'reply';
}

export interface CallBodies {
  seal(text: string, place: CallPlace): Buffer;
  /** @throws where it was sealed under another secret or for another call */
  open(sealed: Buffer, place: CallPlace): string;
}

export function makeCallBodies(secret: string): CallBodies {
  const key = createSecretKey(createHmac('sha256', secret).update('waggle bodies of agent calls').digest());
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const bytes = Buffer.from(text);
      // Told the size, it sets up tables for this body and not for the largest one.
      const packed = cipher.update(zstdCompressSync(bytes, { pledgedSrcSize: bytes.byteLength }));
      const last = cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), packed, last]);
    },
    open(sealed, place) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(place))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return zstdDecompressSync(Buffer.concat([decipher.update(body), decipher.final()])).toString('utf8');
    },
  };
}

const boundTo = ({ id, attempt, ordinal, part }: CallPlace) =>
  Buffer.from(`${id}/${attempt}/${ordinal}/${part}`);
