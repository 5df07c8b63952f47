/** The pages of a small configuration and of a change to it, without the style sheet and the script that all share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysisRules, analyze, ruleIds, subjectOf } from '../src/analyze/index.ts';
import { compareSides } from '../src/engine/compare.ts';
import { openConfiguration } from '../src/model/index.ts';
import { analyzeHtml } from '../src/report/html/analyze-page.ts';
import { diffHtml } from '../src/report/html/diff-page.ts';
import { filePairs } from '../src/report/html/sides.ts';
import { pictureOf } from '../src/results/picture/of-subject.ts';
import { redactionOf } from '../src/results/secrets/redact.ts';
import { sourceFile } from '../src/source/load.ts';
import type { Gallery } from './gallery.ts';

/** The name of the folder that holds them, with the two inputs. */
export const PAGES = 'pages';
const VERSION = '0.0.0';

/** @param folder that holds `before.yaml` and `after.yaml` */
export async function pageGallery(folder: string): Promise<Gallery> {
  const [before, after] = ['before.yaml', 'after.yaml'].map((name) =>
    openConfiguration(sourceFile(name, readFileSync(join(folder, name), 'utf8'), 'named')),
  );
  if (before === undefined || after === undefined) throw new Error('two files make two configurations');
  const { redact } = redactionOf([before, after], false);
  const subject = subjectOf([before]);
  const { findings } = analyze(subject, { rules: analysisRules, known: ruleIds });
  const { name, lines } = before.file;
  const analysis = analyzeHtml({
    files: [{ name, lines, redact }],
    findings,
    suppressed: 0,
    baselined: 0,
    version: VERSION,
    pictures: [{ files: [name], picture: pictureOf(subject, findings) }],
  });
  const clock = { now: () => performance.now(), milliseconds: 20_000 };
  const { pair, picture } = compareSides([before], [after], { clock });
  const comparison = diffHtml({
    pairs: [{ ...pair, name, picture: picture() }],
    files: { before: [], after: [] },
    texts: [filePairs([before], [after])],
    redact,
    version: VERSION,
  });
  return { 'analyze.html': bodyOf(analysis), 'diff.html': bodyOf(comparison) };
}

function bodyOf(page: string): string {
  return page.slice(page.indexOf('<header>'), page.lastIndexOf('<script>'));
}
