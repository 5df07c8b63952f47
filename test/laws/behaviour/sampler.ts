/**
 * Requests that are likely to tell two configurations apart: made of what both of them mention, and of texts that are
 * nearly that.
 */
import type { Request } from '../../../src/routing/request/request.ts';
import type { Dice } from '../../source/edit/dice.ts';
import type { Literals } from './literals.ts';

/** Letters that a mutated text gets. */
const LETTERS = ['a', 'b', 'A', '1', '/', '.', '-', '?', '&', '='];
/** Header names that behaviour may hang on although no match mentions them, with values worth trying. */
const USUAL: readonly (readonly [string, readonly string[]])[] = [
  ['content-type', ['application/grpc', 'application/grpc-web', 'application/json']],
  ['x-forwarded-proto', ['https', 'http', 'HTTPS']],
  ['grpc-timeout', ['1S', '100m', 'x']],
  ['x-other', ['1']],
];

/** @returns the next request, as often as it is asked for */
export function startSampling(literals: Literals, dice: Dice): () => Request {
  const named = [...literals.headers].filter(([name]) => name !== '' && !name.startsWith(':'));
  const parameters: (readonly [string, readonly string[]])[] = [
    ...literals.parameters,
    ['k', ['1']],
    ['other', ['']],
  ];
  const someValue = (values: readonly string[]): string =>
    values.length === 0 || dice.once(8) ? dice.pick(['', 'a', '1']) : nearly(dice.pick(values), dice, 4);
  const headersOf = (): Request['headers'] => {
    const headers: { [name: string]: string } = {};
    for (const [name, values] of named) if (dice.once(2)) headers[name] = someValue(values);
    const [name, values] = dice.pick(USUAL);
    if (dice.once(8)) headers[name] = someValue(values);
    return headers;
  };
  const queryOf = (): string => {
    if (!dice.once(3)) return '';
    const parts = Array.from({ length: dice.roll(3) }, () => {
      const [name, values] = dice.pick(parameters);
      return dice.once(4) ? nearly(name, dice, 3) : `${name}=${someValue(values).replaceAll('&', '')}`;
    });
    return `?${parts.join('&')}`;
  };
  return () => {
    const path = nearly(dice.pick(literals.paths), dice, 2).replace(/^\/*/, dice.once(40) ? '//' : '/');
    return {
      method: nearly(dice.pick(literals.methods), dice, 20).replace(/[^-A-Za-z0-9.]/g, '') || 'PUT',
      authority: nearly(dice.pick(literals.hosts), dice, 5).replace(/[/?&=]/g, '') || 'a',
      path: path + (path.includes('?') ? queryOf().replace('?', '&') : queryOf()),
      scheme: dice.pick(['http', 'https']),
      internal: dice.once(3),
      headers: headersOf(),
      ...(dice.once(10) ? { remote_address: '192.0.2.1' } : {}),
    };
  };
}

/** The text, or once in so many times one that is nearly it. */
function nearly(text: string, dice: Dice, times: number): string {
  if (!dice.once(times)) return text;
  const at = dice.roll(text.length + 1);
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  switch (dice.roll(7)) {
    case 0:
      return head + tail.slice(1);
    case 1:
      return head + dice.pick(LETTERS) + tail;
    case 2:
      return head + swapCase(tail.charAt(0)) + tail.slice(1);
    case 3:
      return swapCase(text);
    case 4:
      return text.endsWith('/') ? text.slice(0, -1) : `${text}/`;
    case 5:
      return text + dice.pick(['x', '/x', ':80', ':443', ':8080', '.x', '?']);
    default:
      return head;
  }
}

function swapCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}
