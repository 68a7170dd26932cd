import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * The key of one attempt of one rollout: an HMAC of both under the installation's secret, so it needs no table. It opens
 * the proxy and the control addresses of this attempt only, and only while the attempt is running; whether it is, the
 * row says.
 */
const PREFIX = 'wgr_';
/** 192 bits. */
const MAC_BYTES = 24;
const KNOWN_MAX = 10_000;

export interface RolloutKeys {
  keyOf(rollout: RolloutName): string;
  isKeyOf(key: string, rollout: RolloutName): boolean;
}

export interface RolloutName {
  readonly rolloutId: string;
  readonly attempt: number;
}

export function makeRolloutKeys(secret: string): RolloutKeys {
  const key = createSecretKey(createHmac('sha256', secret).update('waggle rollout keys').digest());
  // Each call of a rollout shows its key: reckoning it anew would cost a tenth of what recording the call does.
  const known = new Map<string, string>();
  const keyOf = (rollout: RolloutName) => {
    const name = `${rollout.rolloutId}/${rollout.attempt}`;
    const made = known.get(name) ?? PREFIX + macOf(key, name);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(name, made);
    return made;
  };
  return {
    keyOf,
    isKeyOf(given, rollout) {
      const expected = Buffer.from(keyOf(rollout));
      const bytes = Buffer.from(given);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    },
  };
}

function macOf(key: KeyObject, name: string): string {
  const mac = createHmac('sha256', key).update(name).digest();
  return mac.subarray(0, MAC_BYTES).toString('base64url');
}
