/** What git shows of two files, under the names that they have in the repository. */

import type { Paint } from '../text/paint.ts';
import { safeLine, safeText } from '../text/safe-text.ts';
import { gitPath, pathHeader } from './git-path.ts';

/** Two files that git wants compared. */
export interface GitFiles {
  /** The paths in the repository, from its top. */
  readonly before: string;
  readonly after: string;
  /** As six octal digits; undefined where git does not tell them. */
  readonly modes: { readonly before?: string | undefined; readonly after?: string | undefined };
  /** Where the content lies; `/dev/null` where there is no file on that side. */
  readonly files: { readonly before: string; readonly after: string };
  /** What git says of a rename or a copy, in lines. */
  readonly remarks: string;
}

const NOTHING = '/dev/null';

/**
 * The diff of two files with the header that git gives it.
 *
 * @param output of `git diff --no-index --no-color` over the two files, whose names are not those of the repository
 */
export function gitDiff(pair: GitFiles, output: string, paint: Paint): string {
  const lines = output.replace(/\n$/, '').split('\n');
  const found = lines.findIndex((line) => /^(?:@@ |Binary files |GIT binary patch)/.test(line));
  const body = found === -1 ? [] : lines.slice(found);
  const head = headerOf(pair, found === -1 ? lines : lines.slice(0, found));
  const [isNew, isGone] = [pair.files.before === NOTHING, pair.files.after === NOTHING];
  const before = isNew ? NOTHING : `a/${pair.before}`;
  const after = isGone ? NOTHING : `b/${pair.after}`;
  const isText = body[0]?.startsWith('@@ ') === true;
  return `${[
    ...head.map(safeLine),
    ...(isText ? [`--- ${pathHeader(before)}`, `+++ ${pathHeader(after)}`] : []),
  ]
    .map(paint.bold)
    .concat(
      isText
        ? body.map((line) => bodyLine(line, paint))
        : body.length > 0
          ? [`Binary files ${gitPath(before)} and ${gitPath(after)} differ`]
          : [],
    )
    .join('\n')}\n`;
}

function headerOf(
  { before, after, modes, files, remarks }: GitFiles,
  own: readonly string[],
): readonly string[] {
  const said = (word: string): string | undefined =>
    own.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  const index = said('index')?.split(' ') ?? [];
  const first = modes.before ?? said('deleted file mode') ?? said('old mode') ?? index[1];
  const second = modes.after ?? said('new file mode') ?? said('new mode') ?? index[1];
  const isNew = files.before === NOTHING;
  const isGone = files.after === NOTHING;
  const isOtherMode = !isNew && !isGone && first !== second;
  const isSameMode = !isNew && !isGone && first === second && first !== undefined;
  return [
    `diff --git ${gitPath(`a/${before}`)} ${gitPath(`b/${after}`)}`,
    ...(isNew ? [`new file mode ${second ?? '100644'}`] : []),
    ...(isGone ? [`deleted file mode ${first ?? '100644'}`] : []),
    ...(isOtherMode ? [`old mode ${first}`, `new mode ${second}`] : []),
    ...remarks.split('\n').filter((line) => line !== '' && !line.startsWith('index ')),
    ...(index[0] === undefined ? [] : [`index ${index[0]}${isSameMode ? ` ${first}` : ''}`]),
  ];
}

function bodyLine(line: string, paint: Paint): string {
  // The end of a line from other systems stays as git shows it.
  const text = line.endsWith('\r') ? `${safeText(line.slice(0, -1))}\r` : safeText(line);
  if (text.startsWith('+')) return paint.green(text);
  if (text.startsWith('-')) return paint.red(text);
  const hunk = /^(@@ .*? @@)(.*)$/s.exec(text);
  return hunk === null ? text : `${paint.cyan(hunk[1] ?? '')}${hunk[2] ?? ''}`;
}
