import type { TraceRecord } from '@/lib/domain/trace-span';
import { mapTexts } from './map-texts';

/**
 * A record without the texts of messages, arguments, results and errors: names of models, tools and services, roles, ids,
 * kinds and numbers stay, and so does the order of messages. A field that is not known to hold a name is emptied.
 */
const NAMES =
  /(?:^|[._])(?:id|name|version|model|models|role|kind|type|system|provider|reason|reasons|language|environment|format)$/i;
const CAMEL_ID = /[a-z](?:Id|Name|Kind|Type|Reason)$/;
const NAME_MAX = 200;

export function withoutContent(record: TraceRecord): TraceRecord {
  return mapTexts(record, {
    text: (text, field) =>
      (NAMES.test(field) || CAMEL_ID.test(field)) && text.length <= NAME_MAX ? text : '',
    number: (value) => value,
  });
}
