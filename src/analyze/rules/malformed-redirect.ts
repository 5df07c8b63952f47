import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';

type Redirect = Message<'route.RedirectAction'>;
type Field = keyof Redirect & string;

interface Problem {
  readonly field: Field;
  readonly message: string;
}

const MAX_PORT = 65_535;
function problemsOf(redirect: Redirect): readonly Problem[] {
  const { scheme_redirect: scheme, host_redirect: host, port_redirect: port = 0 } = redirect;
  const found: Problem[] = [];
  const add = (field: Field, message: string): void => void found.push({ field, message });
  if (scheme !== undefined && scheme !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme))
    add(
      'scheme_redirect',
      `scheme_redirect ${quoted(scheme)} is no scheme: write its name alone, as in https`,
    );
  if (host !== undefined && /[/\s?#]/.test(host))
    add(
      'host_redirect',
      `host_redirect ${quoted(host)} is no host: scheme, path and query have fields of their own`,
    );
  else if (host !== undefined && port !== 0 && /^[^:]*:\d+$|\]:\d+$/.test(host))
    add(
      'port_redirect',
      `port_redirect ${port} is put behind host_redirect ${quoted(host)}, which has a port already: the Location gets two; keep one of them`,
    );
  const target = redirect.https_redirect === true ? 'https' : scheme?.toLowerCase();
  if ((target === 'https' && port === 80) || (target === 'http' && port === 443))
    add(
      'port_redirect',
      `port_redirect ${port} is the port of the other scheme: the Location is ${target}, and nobody speaks that there`,
    );
  if (port > MAX_PORT) add('port_redirect', `port_redirect ${port} is no port: the highest is ${MAX_PORT}`);
  for (const field of ['path_redirect', 'prefix_rewrite'] as const) {
    const path = redirect[field];
    if (path !== undefined && path !== '' && !/^[/?#]/.test(path))
      add(
        field,
        `${field} ${quoted(path)} does not begin with /: in the Location it runs into the host, as in https://shop.test${path.slice(0, 40)}`,
      );
  }
  return found;
}

export const malformedRedirect: AnalysisRule = {
  id: 'malformed-redirect',
  level: 'warning',
  purpose: 'A redirect whose Location is no URL, or one that nobody answers.',
  why: 'The parts of the Location are put together as they are written: scheme://host:port/path. A part that brings a separator of its own, or lacks one, makes another URL than the one that is meant.',
  remedy:
    'Give each part its own field: scheme_redirect https, host_redirect shop.test, port_redirect 8443, path_redirect /cart.',
  source: 'data-model.md: route.RedirectAction',
  bad: { type: 'route.RedirectAction', yaml: 'host_redirect: https://shop.test/\n' },
  good: { type: 'route.RedirectAction', yaml: 'https_redirect: true\nhost_redirect: shop.test\n' },
  messages: {
    'route.RedirectAction'(redirect, frame, { spot, report }) {
      for (const { field, message } of problemsOf(redirect))
        report({ message, at: spot(frame, field), identity: field });
    },
  },
};
