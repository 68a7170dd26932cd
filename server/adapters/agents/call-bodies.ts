import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { AttemptName } from '@/server/repositories/rollouts';

/**
 * Bodies of proxied calls as they wait for their trajectory: compressed, then sealed with AES-256-GCM, since they hold
 * what is scrubbed only later. Bound to their call: a body that is copied to another row does not open there.
 * Layout: nonce (12 bytes), tag (16), sealed bytes. Short bodies are not compressed. Cost: some 0.2 ms for 20 kB in a
 * process that was idle, most of it for setting up.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Compressing less than this costs more than it saves. */
const PACKED_BYTES_MIN = 2_048;
/** Most packed bodies fit, and Node then cuts the room from a buffer that it has. */
const CHUNK_BYTES = 4_000;
/** The fastest one: its tables take a tenth of the memory of the usual ones, and a body nearly as few bytes. */
const LEVEL = { [constants.ZSTD_c_compressionLevel]: 1 };
/** First bytes of a zstd frame, read as a little-endian number; no JSON begins with them. */
const ZSTD_MAGIC = 0xfd2fb528;
/** Nonces that one call of the random source fills: a call costs more than its bytes. */
const NONCES = 256;

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
  const nextNonce = makeNonces();
  return {
    seal(text, place) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const sealed = cipher.update(packed(Buffer.from(text)));
      const last = cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed, last]);
    },
    open(sealed, place) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(place))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return unpacked(Buffer.concat([decipher.update(body), decipher.final()])).toString('utf8');
    },
  };
}

function packed(bytes: Buffer): Buffer {
  if (bytes.byteLength < PACKED_BYTES_MIN) return bytes;
  // Told the size, it sets up tables for this body and not for the largest one.
  const size = { pledgedSrcSize: bytes.byteLength, chunkSize: CHUNK_BYTES };
  return zstdCompressSync(bytes, { ...size, params: LEVEL });
}

function unpacked(bytes: Buffer): Buffer {
  const isPacked = bytes.byteLength >= 4 && bytes.readUInt32LE(0) === ZSTD_MAGIC;
  return isPacked ? zstdDecompressSync(bytes) : bytes;
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
