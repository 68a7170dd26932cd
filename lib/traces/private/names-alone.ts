import type { TextChange } from './map-texts';

const NAMES =
  /(?:^|[._])(?:id|name|version|model|models|role|kind|type|system|provider|reason|reasons|language|environment|format)$/i;
const CAMEL_NAME = /[a-z](?:Id|Name|Kind|Type|Reason)$/;
const NAME_MAX = 200;

/**
 * Leaves out the texts of messages, arguments, results and errors: names of models, tools and services, roles, ids, kinds
 * and numbers stay, and so does the order of messages. A field that is not known to hold a name is emptied.
 */
export const NAMES_ALONE: TextChange = {
  text: (text, field) =>
    (NAMES.test(field) || CAMEL_NAME.test(field)) && text.length <= NAME_MAX ? text : '',
  number: (value) => value,
};
