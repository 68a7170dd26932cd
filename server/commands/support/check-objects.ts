import { AppError } from '@/lib/errors/app-error';
import { s3ObjectStore } from '@/server/adapters/s3-object-store';
import type { ObjectsConfig } from '@/server/config/objects';

/** Null = the store answers and knows bucket and keys; else what is wrong. */
export async function objectsFault(objects: ObjectsConfig): Promise<string | null> {
  const store = s3ObjectStore(objects);
  try {
    await store.check();
    return null;
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return `${error.userMessage} Check ${objects.url} and the settings WAGGLE_OBJECTS_….`;
  } finally {
    await store.close();
  }
}
