import { describe, expect, it } from 'vitest';
import { findRouting, regexEngine, routeRequest } from '../../../src/routing/index.ts';
import { opened } from '../../opened.ts';
import { bootstrapOf, CHAINS, requestOf } from './chains.ts';

const routing = findRouting([opened(bootstrapOf(CHAINS), {}, 'chains.json')]);
const regexes = regexEngine();

describe('what HTTP filters do with requests (test/proxy/filters.test.ts asks the proxy)', () => {
  for (const [index, { name, requests }] of CHAINS.entries())
    it(name, () => {
      const found = requests.map(([fields]) => {
        const routed = routeRequest(routing, requestOf(fields, index), {}, ({ word }) => ({ word, regexes }));
        if ('problem' in routed) throw new Error(routed.problem);
        const { outcome } = routed.trace;
        if (outcome.kind === 'answered') return outcome.status;
        if (outcome.kind === 'undecided') return 'open';
        return outcome.kind === 'random' ? 'random' : 'passes';
      });
      expect(found).toEqual(requests.map(([, expected]) => expected));
    });
});
