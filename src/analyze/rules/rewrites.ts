import { type Frame, isOf } from '../../model/walk.ts';
import { literalHead, parseRegex } from '../../routing/regex/index.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { Location } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const wholePathRewrite: AnalysisRule = {
  id: 'whole-path-rewrite',
  level: 'info',
  purpose: 'A prefix_rewrite on a route that matches by a regex.',
  why: 'What is replaced is what the path rule matched, and a regex matches the whole path. All paths of the route become the same one, and what told them apart is lost.',
  remedy:
    'Where a part of the path is to stay, match by prefix, or use regex_rewrite where the proxy has it.',
  source: 'data-model.md: route.RouteAction: prefix_rewrite; route.RouteMatch: regex',
  bad: {
    type: 'route.Route',
    yaml: `match: { safe_regex: { google_re2: {}, regex: "/items/[0-9]+" } }
route: { cluster: shop, prefix_rewrite: /things/ }
`,
  },
  good: {
    type: 'route.Route',
    yaml: 'match: { prefix: /items/ }\nroute: { cluster: shop, prefix_rewrite: /things/ }\n',
  },
  messages: {
    'route.Route'(route, _frame, look) {
      const { regex, safe_regex: safeRegex } = route.match ?? {};
      const pattern = regex ?? safeRegex?.regex;
      const found = pattern === undefined ? undefined : prefixRewriteOf(route, look);
      if (pattern === undefined || found === undefined) return;
      const parsed = parseRegex(pattern, regex === undefined ? 're2' : 'ecmascript');
      if (!parsed.ok || literalHead(parsed.tree).kind === 'exact') return;
      look.report({
        message: `the route matches by the regex ${quoted(pattern)}, so prefix_rewrite replaces the whole path: every request ${found.goes} ${quoted(found.rewrite)}`,
        at: found.at,
      });
    },
  },
};

/** A path that comes out wrong, and what to do about it. */
interface Trap {
  readonly path: string;
  readonly result: string;
  readonly advice: string;
}

/** A rewrite that ends in one of these is made to be continued by whatever follows. */
const CONTINUED = /[-_.=?&#:,;~+@/]$/;
/** What follows the prefix in the example. */
const REST = 'cart';

function trapOf(prefix: string, rewrite: string, frame: Frame): Trap | undefined {
  if (prefix.endsWith('/') && !CONTINUED.test(rewrite) && !/[?#]/.test(rewrite))
    return {
      path: `${prefix}${REST}`,
      result: `${rewrite}${REST}`,
      advice: `rewrite to ${quoted(`${rewrite}/`)}`,
    };
  if (/[/?#]$/.test(prefix) || !rewrite.endsWith('/')) return undefined;
  // An earlier route for the same prefix with its slash leaves only the bare one to this route.
  if (isTakenBefore(`${prefix}/`, frame) !== false) return undefined;
  const shorter = rewrite.slice(0, -1);
  return {
    path: `${prefix}/${REST}`,
    result: `${rewrite}/${REST}`,
    advice:
      rewrite === '/'
        ? `put a route with the prefix ${quoted(`${prefix}/`)} and the same rewrite before it`
        : `rewrite to ${quoted(shorter)}`,
  };
}

export const rewriteSlash: AnalysisRule = {
  id: 'rewrite-slash',
  level: 'warning',
  purpose: 'A prefix_rewrite that loses a slash of the path, or doubles it.',
  why: 'The matched prefix is replaced byte for byte and the rest of the path is put behind it. Where the prefix ends in a slash and the rewrite does not, the next segment runs into it; where only the rewrite does, there are two.',
  remedy:
    'Let both end in a slash, or neither. To cut a prefix off, use two routes that both rewrite to /: one with the prefix and a slash behind it, and after it one without.',
  source: 'data-model.md: route.RouteAction: prefix_rewrite; route.RedirectAction: prefix_rewrite',
  bad: {
    type: 'route.Route',
    yaml: 'match: { prefix: /api/ }\nroute: { cluster: shop, prefix_rewrite: /v2 }\n',
  },
  good: {
    type: 'route.Route',
    yaml: 'match: { prefix: /api/ }\nroute: { cluster: shop, prefix_rewrite: /v2/ }\n',
  },
  messages: {
    'route.Route'(route, frame, look) {
      const prefix = route.match?.prefix;
      const found = prefixRewriteOf(route, look);
      if (prefix === undefined || found === undefined) return;
      const { rewrite, at, goes } = found;
      if (!rewrite.startsWith('/')) {
        if (/^\*$|:\/\//.test(rewrite) || at.type === 'route.RedirectAction') return;
        look.report({
          message: `prefix_rewrite ${quoted(rewrite)} does not begin with /: ${quoted(`${prefix}${REST}`)} ${goes} ${quoted(`${rewrite}${REST}`)}, which is no path; begin it with a slash`,
          at,
          data: { prefix, rewrite, path: `${prefix}${REST}`, result: `${rewrite}${REST}` },
        });
        return;
      }
      const trap = trapOf(prefix, rewrite, frame);
      if (trap === undefined) return;
      const { path, result, advice } = trap;
      look.report({
        message: `prefix ${quoted(prefix)} is rewritten to ${quoted(rewrite)}, so that ${quoted(path)} ${goes} ${quoted(result)}; ${advice}`,
        at,
        data: { prefix, rewrite, path, result },
      });
    },
  },
};

/** Prefix rewrites of routes, of those that forward as of those that redirect. */
export interface PrefixRewrite {
  /** What comes in the place of the matched text; never empty. */
  readonly rewrite: string;
  readonly at: Location;
  /** Where the result goes, for sentences. */
  readonly goes: string;
}

/** The prefix rewrite of a route; undefined where it has none, or an empty one, which rewrites nothing. */
export function prefixRewriteOf(
  { route, redirect }: Message<'route.Route'>,
  { spot }: RuleContext,
): PrefixRewrite | undefined {
  if (route?.prefix_rewrite)
    return {
      rewrite: route.prefix_rewrite,
      at: spot({ message: route, type: 'route.RouteAction' }, 'prefix_rewrite'),
      goes: 'goes upstream as',
    };
  if (redirect?.prefix_rewrite)
    return {
      rewrite: redirect.prefix_rewrite,
      at: spot({ message: redirect, type: 'route.RedirectAction' }, 'prefix_rewrite'),
      goes: 'is redirected to',
    };
  return undefined;
}

/** For each virtual host, and each prefix in lower case, the first route that has it. */
const firstByPrefix = new WeakMap<object, ReadonlyMap<string, number>>();

/**
 * Whether a route before this one has that prefix, so that longer paths may never come here.
 *
 * @returns undefined where the routes before this one are not in the input
 */
export function isTakenBefore(prefix: string, { parent, index }: Frame): boolean | undefined {
  if (!isOf(parent, 'route.VirtualHost')) return index === undefined ? false : undefined;
  const { message } = parent;
  let known = firstByPrefix.get(message);
  if (known === undefined) {
    const first = new Map<string, number>();
    for (const [position, { match }] of (message.routes ?? []).entries()) {
      const each = match?.prefix?.toLowerCase();
      if (each !== undefined && !first.has(each)) first.set(each, position);
    }
    firstByPrefix.set(message, first);
    known = first;
  }
  const first = known.get(prefix.toLowerCase());
  return first !== undefined && typeof index === 'number' && first < index;
}
