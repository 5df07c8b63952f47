import type { Frame } from '../../model/walk.ts';
import { layerValue } from '../../routing/runtime-layers.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

interface Scale {
  /** The value that stands for all requests. */
  readonly whole: number;
  readonly unit: string;
}

/** A whole number at a key of a fraction is a percentage, whatever the denominator of the default is. */
const PERCENT: Scale = { whole: 100, unit: 'percent' };
/** A mirror's own key counts in steps of 0.01 %. */
const STEPS: Scale = { whole: 10_000, unit: 'steps of 0.01 %' };

function judge(frame: Frame, { whole, unit }: Scale, { spot, report }: RuleContext): void {
  const { runtime_key: key } = frame.message;
  if (typeof key !== 'string' || key === '') return;
  let root = frame;
  while (root.parent !== undefined) root = root.parent;
  if (root.type !== 'Bootstrap') return;
  const value = Number(layerValue(root.message, key) ?? Number.NaN);
  if (!Number.isInteger(value) || (value >= 0 && value <= whole)) return;
  report({
    message: `runtime_key ${key} has the value ${value} in this bootstrap, which counts in ${unit} from 0 to ${whole} here; correct the value`,
    at: spot(frame, 'runtime_key'),
    identity: key,
    data: { key, value, most: whole },
  });
}

const example = (
  value: number,
): string => `layered_runtime: { layers: [{ name: base, static_layer: { shop.copies: ${value} } }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
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
                            runtime_fraction:
                              default_value: { numerator: 2500, denominator: TEN_THOUSAND }
                              runtime_key: shop.copies
                          direct_response: { status: 200 }
`;

export const runtimeValueRange: AnalysisRule = {
  id: 'runtime-value-range',
  level: 'warning',
  purpose:
    'A runtime key whose value, written in the same bootstrap, is beyond the scale of the field that names it.',
  why: 'A whole number at the key of a fraction is a percentage of 100, also where the default counts in ten thousands; at the runtime_key of a mirror it counts in steps of 0.01 %. A value beyond the scale means all requests.',
  remedy:
    'Write percent for a fraction, or a numerator with its denominator; 0 to 10000 for the runtime_key of a mirror.',
  source: 'data-model.md: Runtime-derived values; Limits: deprecated mirror runtime_key',
  bad: { type: 'Bootstrap', yaml: example(2500) },
  good: { type: 'Bootstrap', yaml: example(25) },
  messages: {
    'core.RuntimeFractionalPercent': (_, frame, look) => judge(frame, PERCENT, look),
    'route.RouteAction.RequestMirrorPolicy': (_, frame, look) => judge(frame, STEPS, look),
  },
};
