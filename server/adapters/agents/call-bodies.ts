import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { compressSync, uncompressSync } from 'snappy';
import type { AttemptName } from '@/server/repositories/rollouts';

/**
 * Bodies of proxied calls as they wait for their trajectory: compressed, then sealed with AES-256-GCM, since they hold
 * what is scrubbed only later. Bound to their call: a body that is copied to another row does not open there.
 * Layout: nonce (12 bytes), tag (16), sealed bytes. Short bodies are not compressed. Cost: some 0.15 ms for 20 kB in a process
 * that was idle. Snappy compresses them: zstd and deflate make fewer bytes, but each call of theirs takes 0.3 ms more to set up, and
 * a body is deleted within minutes.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Compressing less than this costs more than it saves. */
const PACKED_BYTES_MIN = 2_048;
/** First bytes of a zstd frame, by which bodies were packed before, read as a little-endian number. */
const ZSTD_MAGIC = 0xfd2fb528;
/** Set in the first byte of a Snappy block of 128 bytes or more, and of no JSON. */
const SNAPPY_BIT = 0x80;
/** Nonces that one call of the random source fills: a call costs more than its bytes. */
const NONCES = 256;

export interface CallPlace extends AttemptName {
  readonly ordinal: number;
  readonly part: 'request' | 'reply';
}

export interface CallBodies {
  seal(body: string | Uint8Array, place: CallPlace): Buffer;
  /** @throws where it was sealed under another secret or for another call */
  open(sealed: Buffer, place: CallPlace): string;
}

export function makeCallBodies(secret: string): CallBodies {
  const key = createSecretKey(createHmac('sha256', secret).update('waggle bodies of agent calls').digest());
  const nextNonce = makeNonces();
  return {
    seal(body, place) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const sealed = cipher.update(packed(typeof body === 'string' ? Buffer.from(body) : body));
      const last = cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed, last]);
    },
    open(sealed, place) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(place))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return unpacked(Buffer.concat([decipher.update(body), decipher.final()]));
    },
  };
}

function packed(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength < PACKED_BYTES_MIN ? bytes : compressSync(bytes);
}

function unpacked(bytes: Buffer): string {
  if (bytes.byteLength >= 4 && bytes.readUInt32LE(0) === ZSTD_MAGIC)
    return zstdDecompressSync(bytes).toString('utf8');
  const isPacked = ((bytes[0] ?? 0) & SNAPPY_BIT) !== 0;
  return isPacked ? String(uncompressSync(bytes)) : bytes.toString('utf8');
}

/** Each nonce is random and given out once. */
function makeNonces(): () => Buffer {
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === drawn.byteLength) {
      drawn = randomBytes(NONCES * NONCE_BYTES);
      at = 0;
    }
    at += NONCE_BYTES;
    return drawn.subarray(at - NONCE_BYTES, at);
  };
}

const boundTo = ({ id, attempt, ordinal, part }: CallPlace) =>
  Buffer.from(`${id}/${attempt}/${ordinal}/${part}`);
