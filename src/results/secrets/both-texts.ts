/** A configuration as it was and as it is after edits: a diff shows lines of both, with the secrets in them. */
import type { Configuration } from '../../model/open.ts';
import { reopened } from '../../model/reopen.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { InputError } from '../../source/errors.ts';

interface Edited {
  readonly text: string;
  readonly api?: Configuration['api'];
}

export function bothTexts(configuration: Configuration, { text, api }: Edited): readonly Configuration[] {
  if (text === configuration.file.text) return [configuration];
  try {
    const version: ApiVersion | undefined = api === 'mixed' ? undefined : api;
    return [configuration, reopened(configuration, text, version)];
  } catch (error) {
    // What is no configuration any more is not shown.
    if (error instanceof InputError) return [configuration];
    throw error;
  }
}
