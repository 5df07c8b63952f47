import { describe, expect, test } from 'vitest';
import { editorCommand } from '../../../src/tui/edge/editor.ts';

const place = { file: '/etc/front proxy.yaml', line: 12, column: 5 };
const opened = (EDITOR: string) => {
  const { program, args } = editorCommand({ EDITOR }, place);
  return [program, ...args];
};

test.each([
  ['vim', ['vim', '+12', place.file]],
  ['/usr/bin/nvim -p', ['/usr/bin/nvim', '-p', '+12', place.file]],
  ['nano', ['nano', '+12,5', place.file]],
  ['emacs -nw', ['emacs', '-nw', '+12:5', place.file]],
  ['emacsclient', ['emacsclient', '+12:5', place.file]],
  ['hx', ['hx', `${place.file}:12:5`]],
  ['code', ['code', '--wait', '--goto', `${place.file}:12:5`]],
  ['code --wait', ['code', '--wait', '--goto', `${place.file}:12:5`]],
  ['subl -w', ['subl', '-w', `${place.file}:12:5`]],
  ['"C:\\\\Program Files\\\\Code.exe"', ['C:\\Program Files\\Code.exe', place.file]],
  ['my-editor --fast', ['my-editor', '--fast', place.file]],
])('%s', (editor, expected) => {
  expect(opened(editor)).toEqual(expected);
});

describe('which editor', () => {
  test('$VISUAL before $EDITOR, vi where neither says anything', () => {
    expect(editorCommand({ VISUAL: 'nano', EDITOR: 'vim' }, place).program).toBe('nano');
    expect(editorCommand({ VISUAL: ' ', EDITOR: 'vim' }, place).program).toBe('vim');
    expect(editorCommand({}, place)).toEqual({ program: 'vi', args: ['+12', place.file] });
  });

  test('a file whose name looks like an option or a command is a path', () => {
    const { args } = editorCommand({ EDITOR: 'vim' }, { ...place, file: '-c :!id' });
    expect(args[1]).toMatch(/^\/.*\/-c :!id$/);
  });
});
