/** The text of the file around the item, without secrets. */
import { lastLine } from '../../source/lines.ts';
import { sharedIndent } from '../model/shared-indent.ts';
import { spotOfItem } from '../model/spot.ts';
import { filled, row, spread } from '../text/line.ts';
import type { Pane } from './pane.ts';
import { placeUnder } from './place-actions.ts';
import { itemUnder } from './slice.ts';

export function sourcePane(pane: Pane): readonly string[] {
  const { slice, session, theme, columns, rows } = pane;
  const item = spotOfItem(session.side, itemUnder(slice));
  const place = placeUnder(slice, pane) ?? item;
  if (item === undefined || place === undefined)
    return filled([row([['  source', 'dim']], columns, theme)], rows, columns);
  const { source } = item;
  const title = spread(
    [[' source', slice.showsSource ? 'title' : 'dim']],
    [[` ${source.name} `, 'dim']],
    columns,
    theme,
  );
  const { redact } = session;
  if (redact === undefined)
    return filled([title, row([['  … looking for secrets first', 'dim']], columns, theme)], rows, columns);
  const height = rows - 1;
  const { start } = item.range;
  const end = lastLine(item.range);
  // Above the item some lines stay in sight; a place far inside moves the window.
  const lead = Math.min(3, start.line - 1);
  const last = Math.max(1, source.lines.count - height + 1);
  const wished =
    place.range.start.line - start.line < height - lead - 3
      ? start.line - lead
      : place.range.start.line - (height >> 1);
  const from = Math.max(1, Math.min(last, wished));
  const digits = String(source.lines.count).length;
  const left = sharedIndent(source.lines, from, from + height - 1);
  const lines = [title];
  for (let line = from; line < from + height && line <= source.lines.count; line++) {
    const isInside = line >= start.line && line <= end;
    const isUnder = slice.focus === 'detail' && line === place.range.start.line;
    const text = redact(source.lines.line(line)).slice(left).replaceAll('\t', '  ');
    const number = String(line).padStart(digits);
    lines.push(
      row(
        [
          [`${isUnder ? '▌' : ' '}${number} ${isInside ? '┃' : '│'} `, isInside ? 'key' : 'border'],
          [text, isInside ? 'plain' : 'dim'],
        ],
        columns,
        theme,
        isUnder ? 'unfocused' : undefined,
      ),
    );
  }
  return filled(lines, rows, columns);
}
