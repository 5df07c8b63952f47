/** URI templates (`/users/{id}/**`): the path that they match, and the one they write (facts 71 and 73). */
import { isObject } from '../model/bound.ts';
import { messageOfType } from '../schema/version.ts';

export interface PathTemplate {
  readonly written: string;
  /** RE2, for the whole path, a group for each variable. */
  readonly pattern: string;
  /** Names of the variables, in order. */
  readonly variables: readonly string[];
}

/** What operators take of a path: one character. */
const CHARACTER = "a-zA-Z0-9\\-._~%!$&'()+,;:@=*";
const SEGMENT = `[${CHARACTER}]+`;
const SEGMENTS = `[${CHARACTER}/]*`;

/** The template of a path_match_policy; undefined where it is another extension. */
export function templateOf(policy: unknown): PathTemplate | undefined {
  if (!isObject(policy)) return undefined;
  const written = textIn(policy, 'UriTemplateMatchConfig', 'path_template');
  return written === undefined ? undefined : parsed(written);
}

/**
 * Operators begin a segment, variables may stand in one since 1.39 (fact 71); a star further on is plain text, which the
 * proxy's regex reads as its own operator.
 */
function parsed(written: string): PathTemplate {
  const variables: string[] = [];
  const pattern = written.replace(
    /\/(\*\*?)|\{([^}=]*)(?:=([^}]*))?\}|[^{/]+|[/{]/g,
    (text, first, name, own) => {
      if (first !== undefined) return `/${operator(first)}`;
      if (name === undefined) return literal(text);
      variables.push(name);
      return `(${own === undefined ? SEGMENT : own.split('/').map(segment).join('/')})`;
    },
  );
  return { written, pattern, variables };
}

function segment(text: string): string {
  return /^\*\*?$/.test(text) ? operator(text) : literal(text);
}

function operator(text: string): string {
  return text === '**' ? SEGMENTS : text === '*' ? SEGMENT : '';
}

/** What the proxy takes out of the hands of its regexes; other characters keep their meaning there. */
function literal(text: string): string {
  return text.replace(/[$()+.]/g, '\\$&');
}

/** A template that writes a path, as what replaces a match of the other; undefined where it is another extension. */
export function rewriteOf(policy: unknown, { variables }: PathTemplate): string | undefined {
  return rewriteTextOf(policy)
    ?.replaceAll('\\', '\\\\')
    .replace(/\{([^}]*)\}/g, (_, name) => `\\${variables.indexOf(name) + 1}`);
}

/** The template that writes a path, as it is written; undefined where it is another extension. */
export function rewriteTextOf(policy: unknown): string | undefined {
  return textIn(policy, 'UriTemplateRewriteConfig', 'path_template_rewrite');
}

function textIn(policy: unknown, id: string, field: string): string | undefined {
  const config = isObject(policy) ? policy.typed_config : undefined;
  if (!isObject(config) || typeof config['@type'] !== 'string') return undefined;
  if (messageOfType(config['@type'])?.id !== id) return undefined;
  const text = config[field];
  return typeof text === 'string' ? text : undefined;
}
