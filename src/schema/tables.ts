/** All tables of the data model: what descriptors say of each message and enum, with what people know of it. */

import { toldEnums, toldMessages } from './generated.ts';
import { merged } from './merged.ts';
import { overlay } from './overlay/index.ts';

export { history } from './history.ts';

export const { messages, enums, generatedMessages, generatedEnums } = merged(
  { messages: toldMessages, enums: toldEnums },
  overlay,
);
