/** Names from a configuration in Markdown: they stay text, or code, and reach nobody. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collapsible, markdownBlock, markdownCode, markdownText } from '../../../src/present/markdown.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](http://evil.test)',
  '![x](http://evil.test/y.png)',
  '<http://evil.test>',
  'http://evil.test/',
  'www.evil.test',
  'a@evil.test',
  '@everyone',
  'shop/team#17',
  'GH-17',
  '`code`',
  'a | b',
  'a\\| b',
  '**bold**',
  '# head',
  '&lt;b&gt;',
  '-->',
  '</details>',
  '</code>',
  '$x$',
  '\u001b[31m',
  'a\u202eb',
  'a\nb\n\n# c',
];

/** What is read as text: escapes are taken, tags and comments are gone. */
function asRead(markdown: string): string {
  return markdown
    .replaceAll('<!-- -->', '')
    .replace(/<\/?code>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

describe.each(HOSTILE)('%j', (name) => {
  test('as text nothing of it is Markdown, HTML, a link or a mention', () => {
    const shown = markdownText(name);
    expect(shown.replaceAll('<!-- -->', '')).not.toMatch(/[<>\n]/);
    expect(shown.replaceAll('<!-- -->', '')).not.toMatch(/(?<!\\)[`*_{}[\]()!|~$^]/);
    expect(shown).not.toMatch(/@(?!<!-- -->)|(?<![&\\])#|#\d(?!\d*;)|:\/\/|www\.|GH-\d/i);
  });

  test('as code it is one span, or one element without a sign of its own', () => {
    const shown = markdownCode(name);
    expect(shown).toMatch(/^(?:`[^`|\n]*`|<code>(?:[\p{L}\p{N} ]|&#\d+;)*<\/code>)$/u);
  });

  test('in a block it does not end the block', () => {
    const [fence = '', ...rest] = markdownBlock(`\`\`\`\`\n${name}\n\`\`\``, '').split('\n');
    expect(rest.filter((line) => line.startsWith(fence))).toEqual([fence]);
  });

  test('in a summary it is text of one line', () => {
    const [, summary = ''] = /<summary>(.*)<\/summary>\n\nbody/.exec(collapsible(name, 'body')) ?? [];
    expect(summary).not.toBe('');
    expect(summary.replaceAll('<!-- -->', '')).not.toMatch(/[<>]/);
    expect(summary).not.toMatch(/@(?!<!-- -->)/);
  });
});

test('what was written can be read', () => {
  const printable = fc.string({ unit: fc.constantFrom(...'ab1 @#|`\\*_[]()<>&!:/.-~$^{}+GHw') });
  fc.assert(
    fc.property(printable, (name) => {
      expect(asRead(markdownText(name))).toBe(name);
      if (!/`/.test(markdownCode(name))) expect(asRead(markdownCode(name))).toBe(name);
      else expect(markdownCode(name)).toBe(`\`${name}\``);
    }),
  );
});
