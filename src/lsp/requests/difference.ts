/** What an open text means beside an older version of it, as `cfgtool diff` tells it. */

import { compareSides } from '../../engine/compare.ts';
import { noPaint } from '../../present/text.ts';
import { diffText } from '../../report/diff/text.ts';
import { diffHtml } from '../../report/html/diff-page.ts';
import { filePairs } from '../../report/html/sides.ts';
import { redactionOf } from '../../results/secrets/redact.ts';
import { readText } from '../document.ts';
import type { Difference, DifferenceWish } from '../shapes.ts';
import type { Workspace } from '../workspace.ts';

/** How long looking at requests may take: findings wait meanwhile. */
const MILLISECONDS = 5000;

/** @returns why nothing is compared, where one side is no configuration */
export function differenceOf(
  workspace: Workspace,
  name: string,
  { before, format, ignore, rules, version }: DifferenceWish,
  now: () => number,
): Difference | string {
  const opened = workspace.opened(name);
  if (opened === undefined) return 'the text cannot be read as a configuration';
  const { configuration: after, levels, options } = opened;
  const { configuration: older, error } = readText(before.name, before.text, options);
  if (older === undefined)
    return `${before.name} ${error === undefined ? 'is no configuration' : 'cannot be read as a configuration'}`;
  const clock = { now, milliseconds: MILLISECONDS };
  const compared = compareSides([older], [after], { clock, levels, ignore, rules });
  const pair = { ...compared.pair, name: after.file.name };
  const { redact } = redactionOf([older, after], false);
  const report = { pairs: [pair], files: { before: [], after: [] }, redact, version };
  if (format === 'text') return { text: diffText(report, noPaint) };
  const pairs = [{ ...pair, picture: compared.picture() }];
  return { text: diffHtml({ ...report, pairs, texts: [filePairs([older], [after])] }) };
}
