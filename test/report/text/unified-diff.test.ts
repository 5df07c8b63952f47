import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ansiPaint, noPaint } from '../../../src/present/text.ts';
import { type Replacement, unifiedDiff } from '../../../src/report/text-diff.ts';

const plain = { paint: noPaint, show: (line: string): string => line };
const diff = (before: string, changes: readonly Replacement[], name = 'front.yaml'): string =>
  unifiedDiff(name, before, changes, plain);

function replaced(before: string, changes: readonly Replacement[]): string {
  let [after, at] = ['', 0];
  for (const { start, end, text } of changes) {
    after += before.slice(at, start) + text;
    at = end;
  }
  return after + before.slice(at);
}

/** The change that turns one part of a text into another. */
function change(before: string, part: string, text: string): Replacement {
  const start = before.indexOf(part);
  return { start, end: start + part.length, text };
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('unified diffs', () => {
  it('show the changed lines with three lines around them', () => {
    const before = numbered(12);
    expect(diff(before, [change(before, 'line 6', 'line six')])).toBe(`--- a/front.yaml
+++ b/front.yaml
@@ -3,7 +3,7 @@
 line 3
 line 4
 line 5
-line 6
+line six
 line 7
 line 8
 line 9
`);
  });

  it('put near changes into one hunk and far ones into several', () => {
    const before = numbered(30);
    const hunks = (left: string, right: string): number =>
      diff(before, [change(before, left, 'x'), change(before, right, 'y')]).split('\n@@').length - 1;
    expect(hunks('line 2\n', 'line 9\n')).toBe(1);
    expect(hunks('line 2\n', 'line 11\n')).toBe(2);
  });

  it('count shifted lines', () => {
    const before = numbered(30);
    const text = diff(before, [change(before, 'line 2\n', ''), change(before, 'line 20\n', 'a\nb\nc\n')]);
    expect(text.match(/@@ .* @@/g)).toEqual(['@@ -1,5 +1,4 @@', '@@ -17,7 +16,9 @@']);
  });

  it('leave lines out that a change only touches, and lines that stay within it', () => {
    const before = 'a\nb\nc\nd\ne\n';
    const text = diff(before, [{ start: 0, end: before.length, text: 'a\nB\nc\nD\ne\n' }]);
    expect(text.split('\n').slice(3, -1)).toEqual([' a', '-b', '+B', ' c', '-d', '+D', ' e']);
    expect(diff(before, [{ start: 2, end: 4, text: 'b\n' }])).toBe('');
    expect(diff(before, [])).toBe('');
  });

  it('say where a line break is missing at the end', () => {
    expect(diff('a\nb', [{ start: 3, end: 3, text: '\n' }])).toBe(
      '--- a/front.yaml\n+++ b/front.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
    );
    expect(diff('a\nb\n', [{ start: 3, end: 4, text: '' }])).toContain('+b\n\\ No newline at end of file\n');
    expect(diff('a\nb', [{ start: 0, end: 1, text: 'x' }])).toContain(' b\n\\ No newline at end of file\n');
  });

  it('name an empty side as git does', () => {
    expect(diff('', [{ start: 0, end: 0, text: 'a\n' }])).toContain('@@ -0,0 +1 @@\n+a\n');
    expect(diff('a\n', [{ start: 0, end: 2, text: '' }])).toContain('@@ -1 +0,0 @@\n-a\n');
  });

  it('quote names that need it', () => {
    const changes = [{ start: 0, end: 1, text: 'b' }];
    expect(diff('a\n', changes, '/tmp/front.yaml')).toContain('--- a/tmp/front.yaml\n');
    expect(diff('a\n', changes, 'my front.yaml')).toContain('+++ b/my front.yaml\t\n');
    expect(diff('a\n', changes, 'a"b\n\u001b.yaml')).toContain('--- "a/a\\"b\\n\\033.yaml"\n');
  });

  it('paint and rewrite what they show', () => {
    const text = unifiedDiff('x', 'a\nb\n', [{ start: 0, end: 1, text: 'secret' }], {
      paint: ansiPaint,
      show: (line) => line.replace('secret', '<redacted>'),
    });
    expect(text).toContain('\u001b[32m+<redacted>\u001b[39m\n b\n');
  });

  it('take time in proportion to the text', () => {
    const time = (lines: number): number => {
      const before = numbered(lines);
      const changes: Replacement[] = [];
      for (let at = before.indexOf('line'); at !== -1; at = before.indexOf('line', at + 500)) {
        changes.push({ start: at, end: at + 4, text: 'LINE' });
      }
      const start = performance.now();
      diff(before, changes);
      return performance.now() - start;
    };
    time(1000);
    expect(time(400_000)).toBeLessThan(3000);
  });
});

describe('applying', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cfgtool-diff-'));
    execFileSync('git', ['init', '-q', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const apply = (tool: 'git' | 'patch', name: string, before: string, text: string): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), before);
    if (text !== '') {
      const [command, args] =
        tool === 'git'
          ? ['git', ['apply', '--whitespace=nowarn', '-']]
          : ['patch', ['-s', '-p1', '--binary']];
      execFileSync(command, args, { cwd: folder, input: text });
    }
    return readFileSync(join(folder, name), 'utf8');
  };

  const line = fc.constantFrom(
    'a',
    'b',
    'c',
    '  d: 1',
    '',
    'ä',
    'x\r',
    '-',
    '+ y',
    '@@ -1 +1 @@',
    '\\ No newline',
  );
  const textOf = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
  const edited = textOf.chain((before) => {
    const offset = fc.nat(before.length);
    const one = fc.record({ at: fc.tuple(offset, offset), text: textOf });
    return fc.array(one, { maxLength: 4 }).map((all) => {
      const changes: Replacement[] = [];
      for (const { at, text } of all) {
        const [start, end] = [Math.min(...at), Math.max(...at)];
        if (changes.every((other) => end < other.start || start > other.end))
          changes.push({ start, end, text });
      }
      return { before, changes: changes.sort((left, right) => left.start - right.start) };
    });
  });
  // git and patch take a file that becomes empty, or was, for one that is deleted or made; no migration does that.
  const isPlain = (text: string): boolean => text !== '';

  it('git apply gives the text after the changes', () => {
    fc.assert(
      fc.property(edited, ({ before, changes }) => {
        const after = replaced(before, changes);
        fc.pre(isPlain(before) && isPlain(after));
        expect(apply('git', 'front.yaml', before, diff(before, changes))).toBe(after);
      }),
      { numRuns: 150 },
    );
  });

  it.skipIf(spawnSync('patch', ['--version']).error !== undefined)(
    'so does patch -p1',
    () => {
      fc.assert(
        fc.property(edited, ({ before, changes }) => {
          const after = replaced(before, changes);
          fc.pre(isPlain(before) && isPlain(after));
          expect(apply('patch', 'front.yaml', before, diff(before, changes))).toBe(after);
        }),
        { numRuns: 150 },
      );
    },
    60_000,
  );

  it.each(['conf/front.yaml', 'my front.yaml', 'ä".yaml'])('applies to %s', (name) => {
    const changes = [{ start: 0, end: 1, text: 'b' }];
    expect(apply('git', name, 'a\n', diff('a\n', changes, name))).toBe('b\n');
  });
});
