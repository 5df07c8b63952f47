/** Programs and formats in a configuration that name clusters, or work out which one it is. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';

/** A program, or a text that is put together for each connection. */
export interface Program {
  /** Where names of clusters may stand in it. */
  readonly fields: readonly string[];
  /** Whether it may name any cluster. */
  readonly isOpen: boolean;
  /** What it is, in words. */
  readonly words: string;
}

/** A call to a cluster whose name is worked out by a program, or a program that goes on in another file. */
const WORKED_OUT = /\bhttpCall\s*\(\s*(?!["'\s]|\[\[)|\b(?:require|dofile|loadfile|loadstring)\b/;

/** What a program is said to do whose calls do not name their clusters. */
export const CALLS_ANY = 'a Lua script may call any cluster';

/** Whether a program calls clusters by names that do not stand in it. */
export function worksOut(program: string): boolean {
  return WORKED_OUT.test(program);
}

/** Whoever finds an object of this name takes the cluster of a TCP connection from it. */
const TCP_CLUSTER = /\.tcp_proxy\.cluster$/;

export function programIn({ type, message }: Frame): Program | undefined {
  switch (type) {
    case 'http.lua.Lua': {
      const fields = ['inline_code', 'default_source_code', 'source_codes'];
      return {
        fields,
        isOpen: fields.some((field) => isOpen(message[field])),
        words: CALLS_ANY,
      };
    }
    case 'LuaPerRoute':
      return {
        fields: ['source_code'],
        isOpen: isOpen(message.source_code),
        words: CALLS_ANY,
      };
    case 'route.ClusterSpecifierPlugin':
      return isMatcher(message)
        ? undefined
        : { fields: [], isOpen: true, words: 'a plugin picks the cluster of a route' };
    case 'FilterStateValue': {
      const { object_key: key, factory_key: factory } = message;
      if (![key, factory].some((each) => typeof each === 'string' && TCP_CLUSTER.test(each)))
        return undefined;
      const format = textOf(message.format_string);
      return {
        fields: ['format_string'],
        isOpen: format === undefined || format.includes('%'),
        words: 'filter state picks the cluster of a TCP connection',
      };
    }
    default:
      return undefined;
  }
}

/** Whether a script, or any of several, may call clusters that it does not name. */
function isOpen(source: unknown): boolean {
  if (typeof source === 'string') return worksOut(source);
  if (!isObject(source)) return false;
  const { inline_string: text, inline_bytes: bytes, filename, environment_variable: variable } = source;
  if (typeof text === 'string') return worksOut(text);
  if (bytes !== undefined || filename !== undefined || variable !== undefined) return true;
  return Object.values(source).some(isOpen);
}

/** The one plugin that names its clusters. */
function isMatcher({ extension }: BoundMessage): boolean {
  const config = isObject(extension) ? extension.typed_config : undefined;
  return isObject(config) && /\bMatcherClusterSpecifier$/.test(String(config['@type']));
}

/** The text of a format; undefined where it is no plain one. */
function textOf(format: unknown): string | undefined {
  if (!isObject(format)) return undefined;
  const { text_format: older, text_format_source: source } = format;
  if (typeof older === 'string') return older;
  const text = isObject(source) ? source.inline_string : undefined;
  return typeof text === 'string' ? text : undefined;
}
