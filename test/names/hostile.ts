/** Names that would do harm where they were printed as they are. */

/** In configurations; file names cannot hold a slash or NUL. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>"\'',
  '</script><!--',
  ']]><x>&amp;&',
  '::error file=x::y',
  'a\n::error::y',
  'a\r\n::set-output name=x::y',
  '%0A::warning::z%25',
  '| a | b |\\|',
  '`a` ```b``` ``',
  '[x](http://evil.test/) ![y](z)',
  '@everyone shop/team#1 GH-2',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u009b31m\u0085\u007f\u0001',
  'a\u202ecod.exe\u202c\u2066b\u2069',
  'a\u200b\u200d\ufeff\u2060b\u00ad',
  '\u2028\u2029',
  '\ud83d\ude00 \udbff',
  '"; rm -rf / #',
  '$(id) `id` $\u007bx}',
  '__proto__',
  'constructor',
];

/** What no text output may hold. */
export const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/u;
