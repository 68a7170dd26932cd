import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Variant } from '@/lib/canary/bucketing';
import { config } from '@/server/config/config';

/**
 * The name of one answer that a caller was given, made without a write: it carries the signed facts of the answer, so
 * that an outcome can only name what we issued (rulings C3). `ex_` + payload + `.` + HMAC. No targeting key can be read
 * from it, only compared. Cost: a few microseconds.
 */
export interface Exposure {
  readonly slotId: string;
  /** Null outside of a canary. */
  readonly canaryId: string | null;
  readonly stage: 'shadow' | 'liveStep' | 'watch' | null;
  /** Index of the live step; null outside of live steps. */
  readonly step: number | null;
  readonly variant: Variant;
  readonly promptId: string;
  readonly version: number;
  readonly atMs: number;
  /** The same for the same targeting key of a slot; null where there was none. */
  readonly keyHash: string | null;
}

/** An exposure to issue: a caller that already has the hash of the key passes the hash. */
export type NewExposure = Omit<Exposure, 'keyHash'> &
  ({ readonly targetingKey: string | null } | { readonly keyHash: string | null });

export interface ExposureIds {
  issue(exposure: NewExposure): string;
  /** Null for whatever we did not issue, changed or made up. */
  read(id: string): Exposure | null;
  keyHashOf(slotId: string, targetingKey: string): string;
}

const FORM = /^ex_([A-Za-z0-9_-]{16,1000})\.([A-Za-z0-9_-]{22})$/;
/** 128 bits: enough against guessing, and half the length. */
const MAC_BYTES = 16;

/** Each id is of one answer, even where a caller asks twice in a millisecond: process and number tell them apart. */
const PROCESS = randomBytes(5).toString('base64url');
let issued = 0;

export function makeExposureIds(secret: string): ExposureIds {
  // As a key object: given as bytes, Node looks at them anew each time, which takes longer than the hash itself.
  const key = createSecretKey(createHmac('sha256', secret).update('waggle exposure ids').digest());
  const macOf = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES).toString('base64url');
  const keyHashOf = (slotId: string, targetingKey: string) => macOf(`key:${slotId}:${targetingKey}`);
  const hashOf = (exposure: NewExposure) => {
    if ('keyHash' in exposure) return exposure.keyHash;
    return exposure.targetingKey === null ? null : keyHashOf(exposure.slotId, exposure.targetingKey);
  };
  return {
    keyHashOf,
    issue(exposure) {
      issued += 1;
      const { slotId, canaryId, stage, step, variant, promptId, version, atMs } = exposure;
      const keyHash = hashOf(exposure);
      const payload = [
        slotId,
        canaryId,
        stage,
        step,
        variant,
        promptId,
        version,
        atMs,
        keyHash,
        PROCESS,
        issued,
      ];
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `ex_${text}.${macOf(text)}`;
    },
    read(id) {
      const [, text = '', mac = ''] = FORM.exec(id) ?? [];
      // As text: bytes of base64 can be written in several ways, and each exposure has one name.
      if (text === '' || !timingSafeEqual(Buffer.from(macOf(text)), Buffer.from(mac))) return null;
      // Signed by us, so it is what `issue` wrote.
      const read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
      const [slotId, canaryId, stage, step, variant, promptId, version, atMs, keyHash] = read;
      return { slotId, canaryId, stage, step, variant, promptId, version, atMs, keyHash } as Exposure;
    },
  };
}

const kept = globalThis as typeof globalThis & { waggleExposureIds?: ExposureIds | undefined };

/** Exposure ids of this installation: any process reads ids that another issued. */
export function exposureIds(): ExposureIds {
  kept.waggleExposureIds ??= makeExposureIds(config().secret);
  return kept.waggleExposureIds;
}
