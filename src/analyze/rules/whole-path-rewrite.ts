import { literalHead, parseRegex } from '../../routing/regex/index.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';
import { prefixRewriteOf } from '../traffic/rewrites.ts';

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
