/** A request on which model and proxy differ, with as little of its configuration as still shows it. */
import { askEach } from '../../src/proxy/edge/ask.ts';
import { ProxyError } from '../../src/proxy/edge/program.ts';
import { PROXY_NAMESPACE, plainOf } from '../../src/proxy/plain.ts';
import type { Request } from '../../src/routing/request/request.ts';
import type { Data } from '../../src/source/data.ts';
import { type Router, type Wrong, withRouter } from './route-mode.ts';
import { subjectsOf } from './subjects.ts';

/** Each step is a start of the proxy. */
const MAX_STEPS = 60;

export interface Small {
  readonly configuration: Data;
  readonly request: Request;
}

export async function shrunk(
  program: string,
  { subject, request }: Wrong,
  router: Router,
): Promise<Small | undefined> {
  if (subject.found === undefined) return undefined;
  const { release } = subject.found.rootOf(0);
  const read = { type: 'RouteConfiguration', ...(release === undefined ? {} : { release }) };
  let steps = 0;
  const isWrong = async (configuration: Data, asked: Request): Promise<boolean> => {
    if (++steps > MAX_STEPS) return false;
    const [small] = [...subjectsOf('small', JSON.stringify(configuration), read)];
    if (small === undefined) return false;
    const routed = withRouter(small.found, asked, router);
    try {
      const [answer] = await askEach(program, [routed], () => router.context);
      return answer?.verdict.kind === 'different';
    } catch (error) {
      if (error instanceof ProxyError) return false;
      throw error;
    }
  };
  let best: Small = {
    configuration: JSON.parse(JSON.stringify(plainOf(subject.found.written, PROXY_NAMESPACE))),
    request,
  };
  for (let found = true; found; ) {
    found = false;
    for (const configuration of smaller(best.configuration)) {
      if (steps > MAX_STEPS || !(await isWrong(configuration, best.request))) continue;
      best = { ...best, configuration };
      found = true;
      break;
    }
  }
  for (const name of Object.keys(best.request.headers)) {
    const { [name]: _, ...headers } = best.request.headers;
    const fewer = { ...best.request, headers };
    if (await isWrong(best.configuration, fewer)) best = { ...best, request: fewer };
  }
  return best;
}

/** The same with one thing less; what is large comes first. */
function* smaller(value: Data, depth = 0): Generator<Data> {
  if (depth > 8 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const at of value.keys()) if (value.length > 1) yield value.filter((_, other) => other !== at);
    for (const [at, each] of value.entries())
      for (const less of smaller(each, depth + 1))
        yield value.map((item, other) => (other === at ? less : item));
    return;
  }
  const entries = Object.entries(value);
  for (const [key] of entries)
    if (!/^(?:name|domains|match|@type)$/.test(key))
      yield Object.fromEntries(entries.filter(([other]) => other !== key));
  for (const [key, each] of entries)
    for (const less of smaller(each, depth + 1))
      yield Object.fromEntries(entries.map(([other, item]) => [other, other === key ? less : item]));
}
