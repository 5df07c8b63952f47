/** Values of a message in the reason of a migration. */
import { isAboutCredential } from '../../model/secret-matchers.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import type { MessageView } from './migration.ts';

/** A text of a message, to be hidden where the message asks about a credential. */
export function shownIn({ type, value, parent }: MessageView, text: string): string {
  const around = parent === undefined ? {} : { parent: { type: parent.type, message: parent.value } };
  return secretlyIf(isAboutCredential({ type, message: value, ...around }), text);
}
