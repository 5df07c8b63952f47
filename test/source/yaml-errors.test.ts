/** What a person reads about YAML that is none. */
import { expect, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { readYaml } from '../../src/source/yaml.ts';

function failure(text: string): string {
  try {
    readYaml('in.yaml', text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.message, error.details.excerpt, error.details.hint ?? '(no hint)'].join('\n');
  }
  return `no error: ${text}`;
}

test('indentation, brackets and quotes', () => {
  const texts = [
    ...['a:\n  b: 1\n   c: 2\n', 'a:\n\tb: 1\n', 'a: [1, 2\nb: 3\n', 'a: {b: 1\n', 'a: "b\n', "a: 'it's'\n"],
    ...['a: b: c\n', '- a\nb: 1\n', 'a: @b\n', 'a: %b\n', 'a: ]\n', 'a: |x\n  y\n', 'a: "\\q"\n'],
  ];
  expect(texts.map(failure).join('\n\n')).toMatchInlineSnapshot(`
    "in.yaml:3:5: this is not YAML: a colon stands where none can
    2 |   b: 1
    3 |    c: 2
      |     ^
    put the value in quotes, or compare the indentation of this line with that of its neighbours

    in.yaml:2:1: this is not YAML: tab characters must not be used in indentation
    1 | a:
    2 | 	b: 1
      | ^
    indent with spaces: YAML allows no tabs there

    in.yaml:2:1: this is not YAML: a bracket or quote opened above is not closed, or this line is indented too little
    1 | a: [1, 2
    2 | b: 3
      | ^
    close it before this line, or indent the line further than the key it belongs to

    in.yaml:2:1: this is not YAML: a bracket or quote opened above is not closed, or this line is indented too little
    1 | a: {b: 1
    2 | 
      | ^
    close it before this line, or indent the line further than the key it belongs to

    in.yaml:2:1: this is not YAML: a bracket or quote opened above is not closed, or this line is indented too little
    1 | a: "b
    2 | 
      | ^
    close it before this line, or indent the line further than the key it belongs to

    in.yaml:1:8: this is not YAML: the value ends before this
    1 | a: 'it's'
      |        ^
    put the whole value in quotes; within single quotes a quote is written twice

    in.yaml:1:5: this is not YAML: a colon stands where none can
    1 | a: b: c
      |     ^
    put the value in quotes, or compare the indentation of this line with that of its neighbours

    in.yaml:2:1: this is not YAML: end of the stream or a document separator is expected
    1 | - a
    2 | b: 1
      | ^
    what stands here does not belong to what stands above: look for a missing dash or key

    in.yaml:1:4: this is not YAML: "@" cannot begin a value
    1 | a: @b
      |    ^
    put the value in quotes

    in.yaml:1:4: this is not YAML: "%" cannot begin a value
    1 | a: %b
      |    ^
    put the value in quotes

    in.yaml:1:4: this is not YAML: "]" cannot begin a value
    1 | a: ]
      |    ^
    put the value in quotes

    in.yaml:1:5: this is not YAML: a line break is expected
    1 | a: |x
      |     ^
    after | or > only -, + and a digit may stand; the text begins on the next line

    in.yaml:1:6: this is not YAML: unknown escape sequence
    1 | a: "\\q"
      |      ^
    in double quotes a backslash is written \\\\; single quotes take backslashes as they are"
  `);
});

test('anchors, aliases, tags and keys', () => {
  const texts = [
    ...['a: *b\n', 'a: &b [*b]\n', 'a: &b {}\n*b : 1\n', '? [a]\n: 1\n', '{[a]: 1}\n', 'a: !x!y z\n'],
    ...['a: {{ .Values.b }}\n', '{{ if a }}\nb: 1\n{{ end }}\n'],
  ];
  expect(texts.map(failure).join('\n\n')).toMatchInlineSnapshot(`
    "in.yaml:1:4: the alias *b has no anchor &b before it
    1 | a: *b
      |    ^
    anchors count within their document only; put the text in quotes if it is no alias

    in.yaml:1:8: the alias *b stands inside what it stands for
    1 | a: &b [*b]
      |        ^
    write out what is meant: a value cannot hold itself

    in.yaml:2:1: a map or list stands where a key should be
    1 | a: &b {}
    2 | *b : 1
      | ^
    keys are plain text here

    in.yaml:1:3: a map or list stands where a key should be
    1 | ? [a]
      |   ^
    keys are plain text here

    in.yaml:1:2: a map or list stands where a key should be
    1 | {[a]: 1}
      |  ^
    keys are plain text here

    in.yaml:1:8: this is not YAML: undeclared tag handle "!x!"
    1 | a: !x!y z
      |        ^
    put the text in quotes if it is no tag

    in.yaml:1:5: a map or list stands where a key should be
    1 | a: {{ .Values.b }}
      |     ^
    it looks like a template ({{ }}): render it first, then give cfgtool the result

    in.yaml:2:1: this is not YAML: end of the stream or a document separator is expected
    1 | {{ if a }}
    2 | b: 1
      | ^
    it looks like a template ({{ }} or {% %}): render it first, then give cfgtool the result"
  `);
});
