/** An unreadable input, as a person sees it: place and problem, the offending line, what to do. */
import type { InputErrorDetails } from '../source/errors.ts';
import { withoutSecrets } from '../source/secret-looks.ts';
import type { Paint } from './text/paint.ts';
import { safeLine, safeText } from './text/safe-text.ts';

/** A text in one line, without what is secret by its looks: problems quote what they are about. */
function shown(text: string): string {
  return safeLine(withoutSecrets(text));
}

/** `file:line:col: problem`, the excerpt and `hint: …`, each on lines of its own, with a line break at the end. */
export function renderInputError(
  { file, problem, hint, position, excerpt }: InputErrorDetails,
  paint: Paint,
): string {
  const place = position ? `${shown(file)}:${position.line}:${position.column}` : shown(file);
  const lines = [`${paint.bold(`${place}:`)} ${paint.red(shown(problem))}`];
  if (excerpt !== undefined)
    lines.push(
      ...safeText(excerpt)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  if (hint !== undefined) lines.push(`${paint.cyan('hint:')} ${shown(hint)}`);
  return `${lines.join('\n')}\n`;
}
