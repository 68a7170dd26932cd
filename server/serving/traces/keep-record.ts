import { createHmac } from 'node:crypto';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { sparingExposures } from '@/lib/traces/private/exposure-attribute';
import { mapFields, mapTexts } from '@/lib/traces/private/map-texts';
import { NAMES_ALONE } from '@/lib/traces/private/names-alone';
import { scrubbing } from '@/lib/traces/private/scrubbing';

/**
 * Records of one trace as they may be stored. The same value has the same placeholder in every request of the trace, so that
 * repeated messages stay alike; its number is made with the installation's secret and cannot be looked up.
 */
export interface RecordKeeper {
  keep(record: TraceRecord): KeptRecord;
}

export interface KeptRecord {
  readonly record: TraceRecord;
  /** Personal data or a secret was found in it; the resource, which all spans of a process share, is masked only. */
  readonly isPrivate: boolean;
}

const LEAST = 100_000_000;
const NUMBERS = 900_000_000;

export function makeRecordKeeper(
  { workspaceId, traceId, salt }: { workspaceId: string; traceId: string; salt: string },
  keepsContent: boolean,
): RecordKeeper {
  const redactor = new Redactor((kind, value) => {
    const hmac = createHmac('sha256', salt).update(JSON.stringify([workspaceId, traceId, kind, value]));
    return LEAST + (hmac.digest().readUIntBE(0, 6) % NUMBERS);
  });
  let isPrivate = false;
  const masked = scrubbing((text) => {
    const redacted = redactor.redact(text);
    if (redacted !== text) isPrivate = true;
    return redacted;
  });
  const changes = [...(keepsContent ? [] : [NAMES_ALONE]), masked].map(sparingExposures);
  const resources = new Map<JsonObject, JsonObject>();
  const keptResource = (resource: JsonObject): JsonObject => {
    const known = resources.get(resource);
    if (known !== undefined) return known;
    const kept = changes.reduce(mapFields, resource);
    resources.set(resource, kept);
    return kept;
  };
  return {
    keep(given) {
      const resource = keptResource(given.resource);
      isPrivate = false;
      const record = { ...changes.reduce(mapTexts, given), resource };
      return { record, isPrivate };
    },
  };
}
