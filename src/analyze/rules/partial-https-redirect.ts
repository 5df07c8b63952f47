import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';
import { protectionAround } from '../traffic/protection.ts';

type Route = Message<'route.Route'>;

const HOST = (tls: string): string => `name: shop
domains: [shop.test]
${tls}routes:
  - match: { path: /login }
    redirect: { https_redirect: true }
  - match: { prefix: / }
    route: { cluster: shop }
`;

export const partialHttpsRedirect: AnalysisRule = {
  id: 'partial-https-redirect',
  level: 'info',
  purpose: 'Some paths are redirected to HTTPS while all others are served in plain text.',
  why: 'The redirect protects its own path only. Everything else of the virtual host goes on in plain text for clients that did not come by HTTPS, cookies and pages that lead to the protected path included.',
  remedy:
    'Set require_tls on the virtual host, which redirects every request, and drop the single redirects.',
  source: 'data-model.md: route.VirtualHost: require_tls; route.RedirectAction: https_redirect',
  bad: { type: 'route.VirtualHost', yaml: HOST('') },
  good: {
    type: 'route.VirtualHost',
    yaml: 'name: shop\ndomains: [shop.test]\nrequire_tls: ALL\nroutes: [{ match: { prefix: / }, route: { cluster: shop } }]\n',
  },
  messages: {
    'route.VirtualHost'(virtualHost, frame, { namespace, spot, report }) {
      const { routes = [], require_tls: required = 'NONE', name = '' } = virtualHost;
      if (required !== 'NONE' || (protectionAround(frame, namespace) ?? 'plaintext') !== 'plaintext') return;
      const redirects = routes.filter(({ redirect }) => redirect?.https_redirect === true);
      const [first] = redirects;
      // A condition on the request may tell plain text from TLS, and a redirect of everything is what is wanted.
      if (first === undefined || !redirects.every(isOfSomePaths)) return;
      const open = routes.find((route) => route.route !== undefined && isOfAllPaths(route));
      if (open === undefined) return;
      const path = first.match?.path ?? first.match?.prefix ?? '';
      report({
        message: `the virtual host ${quoted(name)} redirects ${quoted(path)} to HTTPS, but serves everything else in plain text; set require_tls to redirect every request`,
        at: spot({ message: first.redirect ?? {}, type: 'route.RedirectAction' }, 'https_redirect'),
        related: [{ message: 'served in plain text', at: spot({ message: open, type: 'route.Route' }) }],
      });
    },
  },
};

/** Whether a route takes a path or a prefix and asks for nothing else. */
function isOfSomePaths({ match = {} }: Route): boolean {
  const { path, prefix, headers = [], query_parameters: parameters = [], runtime_fraction: fraction } = match;
  if (headers.length + parameters.length > 0 || fraction !== undefined) return false;
  return path !== undefined || (prefix !== undefined && prefix.length > 1);
}

function isOfAllPaths({ match = {} }: Route): boolean {
  const { prefix, headers = [], query_parameters: parameters = [], runtime_fraction: fraction, grpc } = match;
  if (headers.length + parameters.length > 0 || fraction !== undefined || grpc !== undefined) return false;
  return prefix === '/' || prefix === '';
}
