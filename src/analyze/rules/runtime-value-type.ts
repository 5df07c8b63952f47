import type { Frame } from '../../model/walk.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import type { Data } from '../../source/data.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

export const runtimeValueType: AnalysisRule = {
  id: 'runtime-value-type',
  level: 'warning',
  purpose: 'A runtime key whose value, written in the same bootstrap, the field that names it cannot use.',
  why: 'The value for a number has to be one, that for a share a whole percentage or a fraction. Any other value is passed over, and default_value holds.',
  remedy: 'Correct the value in the runtime layer, or name the key that is meant.',
  source: 'data-model.md: Runtime-derived values',
  bad: bootstrap('sometimes'),
  good: bootstrap('25'),
  messages: {
    'core.RuntimeUInt32': (_, frame, look) => check(frame, look, isWhole, 'a whole number from 0 on'),
    'core.RuntimeFractionalPercent': (_, frame, look) =>
      check(frame, look, isShare, 'a whole percentage, or a numerator and a denominator'),
  },
};

function bootstrap(value: string): AnalysisRule['bad'] {
  return {
    type: 'Bootstrap',
    yaml: `layered_runtime: { layers: [{ name: base, static_layer: { shop.share: ${value} } }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
                stat_prefix: front
                http_filters: [{ name: envoy.filters.http.router }]
                route_config:
                  virtual_hosts:
                    - name: shop
                      domains: ["*"]
                      routes:
                        - match:
                            prefix: /
                            runtime_fraction: { default_value: { numerator: 50 }, runtime_key: shop.share }
                          direct_response: { status: 200 }
`,
  };
}

function check(
  frame: Frame,
  { spot, report }: RuleContext,
  fits: (value: Data) => boolean,
  wanted: string,
): void {
  const { runtime_key: key } = frame.message;
  if (typeof key !== 'string' || key === '') return;
  let root = frame;
  while (root.parent !== undefined) root = root.parent;
  if (root.type !== 'Bootstrap') return;
  const value = layerValue(root.message, key);
  if (value === undefined || value === null || fits(value)) return;
  const shown = typeof value === 'object' ? 'an object or list' : JSON.stringify(value).slice(0, 60);
  report({
    message: `runtime_key ${key} has the value ${shown} in this bootstrap, but has to be ${wanted}, so default_value holds; correct the value or the key`,
    at: spot(frame, 'runtime_key'),
    identity: key,
  });
}

const TEXTUAL = /^[+-]?\d+(?:\.\d+)?$/;

/** Runtime values may be written as text too. */
function isNumber(value: Data): boolean {
  return typeof value === 'number' || (typeof value === 'string' && TEXTUAL.test(value));
}

function isWhole(value: Data): boolean {
  return isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0;
}

/** The parts of a fraction are looked at by nobody here: a text may be YAML of its own. */
function isShare(value: Data): boolean {
  return isWhole(value) || (typeof value === 'object' && value !== null) || /numerator/.test(String(value));
}
