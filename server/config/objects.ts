import { z } from 'zod';

/** Settings of the S3-compatible store in which bodies of traces are kept. */
export interface ObjectsConfig {
  /** Its address without the bucket, and without a slash at the end. */
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export const objectsShape = z.object({
  WAGGLE_OBJECTS_URL: z
    .url({ protocol: /^https?$/, error: 'must be a full address that begins with http:// or https://' })
    .refine((url) => !/[?#@]/.test(url), 'must hold no user, password or query')
    .optional(),
  WAGGLE_OBJECTS_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 of a-z, 0-9, . and -')
    .optional(),
  WAGGLE_OBJECTS_REGION: z.string().default('us-east-1'),
  WAGGLE_OBJECTS_ACCESS_KEY: z.string().optional(),
  WAGGLE_OBJECTS_SECRET_KEY: z.string().optional(),
});
type Given = z.output<typeof objectsShape>;

/** Bucket of the settings alone, for callers that need no database; null = none is set. */
export function readBucket(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  return env.WAGGLE_OBJECTS_BUCKET || null;
}

const NEEDED = [
  'WAGGLE_OBJECTS_URL',
  'WAGGLE_OBJECTS_BUCKET',
  'WAGGLE_OBJECTS_ACCESS_KEY',
  'WAGGLE_OBJECTS_SECRET_KEY',
] as const;

/** Half of the settings are a fault: bodies would silently stay in the database. */
export function missingObjects(given: Given): readonly string[] {
  const missing = NEEDED.filter((name) => given[name] === undefined);
  return missing.length === NEEDED.length ? [] : missing;
}

/** Null = there is no store. */
export function objectsConfig(given: Given): ObjectsConfig | null {
  const {
    WAGGLE_OBJECTS_URL: url,
    WAGGLE_OBJECTS_BUCKET: bucket,
    WAGGLE_OBJECTS_REGION: region,
    WAGGLE_OBJECTS_ACCESS_KEY: accessKey,
    WAGGLE_OBJECTS_SECRET_KEY: secretKey,
  } = given;
  if (!url || !bucket || !accessKey || !secretKey) return null;
  return { url: url.replace(/\/+$/, ''), bucket, region, accessKey, secretKey };
}
