/** Laws of names that hide fields in dumps of newer proxies. */
import fc from 'fast-check';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { camelCase } from '../../src/schema/hidden.ts';
import { opened } from '../opened.ts';
import { bootstraps } from './configurations.ts';
import { demand, type Law, law } from './law.ts';

const ROOT = 'Bootstrap';
const MANAGER = 'HttpConnectionManager';

export const hiddenNameLaws: readonly Law[] = [
  law(
    {
      id: 'hidden-names',
      says: 'A field under the name that hides it in dumps is read as itself, wherever it stands and however it is spelled',
      runs: 100,
      slow: 20,
    },
    [bootstraps, fc.array(fc.constantFrom('plain', 'snake', 'camel'), { minLength: 7, maxLength: 40 })],
    (written, ways) => {
      let at = 0;
      const next = (): string => ways[at++ % ways.length] ?? 'plain';
      const hidden = renamed(written, ROOT, (name) => {
        const snake = `hidden_proxy_deprecated_${name}`;
        const way = next();
        return way === 'plain' ? name : way === 'snake' ? snake : camelCase(snake);
      });
      const [plain, read] = [written, hidden].map((value) => {
        const { roots, problems } = opened(JSON.stringify(value), { type: ROOT, namespace: 'proxy' });
        const said = problems.map(({ rule, message }) => `${rule}: ${message}`);
        return JSON.stringify({ values: roots.map(({ value }) => value), said });
      });
      demand(plain === read, () => `${JSON.stringify(hidden)} is read as ${read}, not as ${plain}`);
    },
  ),
];

/** Data with the fields of known messages under other names. */
function renamed(value: unknown, type: string | undefined, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, type, rename));
  if (typeof value !== 'object' || value === null) return value;
  const table = type === undefined ? undefined : compiledMessage(type);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const field = table?.byName.get(key);
      const inner =
        field?.element.kind === 'message' && field.shape !== 'map' ? field.element.name : undefined;
      const held = field?.element.kind === 'any' ? MANAGER : inner;
      return [field ? rename(key) : key, renamed(item, held, rename)];
    }),
  );
}
