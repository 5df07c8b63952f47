import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composed, fixFile } from '../../../src/analyze/fixes/fix.ts';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { applyChanges, type TextChange } from '../../../src/source/edit/index.ts';
import { sourceFile } from '../../../src/source/load.ts';

function fixed(text: string, deprecated = true) {
  const configuration = openConfiguration(sourceFile('front.yaml', text, 'named'));
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  const result = fixFile(configuration, findings, deprecated);
  expect(applyChanges(text, result.changes)).toBe(result.text);
  return result;
}

describe('fixing', () => {
  test('corrects typos, converts deprecated forms, and leaves every other byte', () => {
    const { text, done } = fixed(`# our carts
name: cart   # the only one
conect_timeout: 1s   # short
type: STRICT_DNS
hosts: [{ socket_address: { address: cart.test, port_value: 80 } }]
`);
    expect(text).toBe(`# our carts
name: cart   # the only one
connect_timeout: 1s   # short
type: STRICT_DNS
load_assignment:
  cluster_name: cart
  endpoints:
    - lb_endpoints:
        - endpoint:
            address: { socket_address: { address: cart.test, port_value: 80 } }
`);
    expect(done).toHaveLength(2);
    expect(fixed(text).changed).toBe(false);
  });

  test('spells as the message spells', () => {
    const { text } = fixed('{"name": "cart", "connectTimeout": "1s", "lbPolcy": "RANDOM"}\n');
    expect(text).toBe('{"name": "cart", "connectTimeout": "1s", "lbPolicy": "RANDOM"}\n');
  });

  test('14.u loose spellings get their plain form, with the comments around them', () => {
    const { text, left } = fixed(`clusters:
- name: cart
  type: static # low
  connect_timeout: { seconds: 1, nanos: 500000000 }
  drain_connections_on_host_removal: "true"
  per_connection_buffer_limit_bytes: { value: 5 }
  outlier_detection:
  health_checks:   # one
    timeout: 1s
    interval: 1s
    unhealthy_threshold: 1
    healthy_threshold: 1
    # by TCP
    tcp_health_check: {}
`);
    expect(text).toBe(`clusters:
- name: cart
  type: STATIC # low
  connect_timeout: 1.5s
  drain_connections_on_host_removal: true
  per_connection_buffer_limit_bytes: 5
  health_checks:   # one
  - timeout: 1s
    interval: 1s
    unhealthy_threshold: 1
    healthy_threshold: 1
    # by TCP
    tcp_health_check: {}
`);
    expect(left).toEqual([]);
    expect(fixed(text).changed).toBe(false);
  });

  test('14.u a comma that strict JSON does not have goes, and nothing else', () => {
    const { text } = fixed('{"name": "cart", "connect_timeout": "1s" , }\n');
    expect(text).toBe('{"name": "cart", "connect_timeout": "1s"  }\n');
  });

  test('14.u what was certainly meant: values of enumerations, numbers where text stands', () => {
    const { text } = fixed('name: 017\nconnect_timeout: 1s\nlb_policy: ROUND_ROBN\n');
    expect(text).toBe('name: "017"\nconnect_timeout: 1s\nlb_policy: ROUND_ROBIN\n');
  });

  test('14.u comments that suppress nothing go, lose what they name for nothing, or name what was meant', () => {
    const { text } = fixed(`# before
# cfgtool-ignore weight-sum: nothing
name: cart   # cfgtool-ignore one-of: nothing
connect_timeout: 1s
# cfgtool-ignore one-of, missing-hosts: the racks are empty
type: STATIC
lb_policy: round_robin # cfgtool-ignore loose-speling: generated
`);
    expect(text).toContain('# before\nname: cart\nconnect_timeout: 1s\n');
    expect(text).toContain('# cfgtool-ignore loose-spelling: generated');
    expect(text).not.toContain('one-of');
  });

  test('14.u two findings about one place: the second is left for the next run', () => {
    const { text, left } = fixed(
      'name: cart\nconnect_timeout: 1s\nhosts: []\ntls_context: {}\n# cfgtool-ignore one-of: x\n',
    );
    expect(left.every((each) => /once more|left/.test(each))).toBe(true);
    expect(fixed(fixed(text).text).changed).toBe(false);
  });

  test('14.u fixes that contradict each other do not keep the others from being made', () => {
    // The host list that goes is also written as one object.
    const { text } = fixed(`name: cart
connect_timeout: 1s
type: static
hosts: { pipe: { path: /run/a } }
load_assignment: { cluster_name: cart, endpoints: [] }
`);
    expect(text).toContain('type: STATIC');
    expect(fixed(fixed(text).text).changed).toBe(false);
  });

  test('14.u an upgrade that stands twice with the same settings', () => {
    const route = (second: string) => `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: / }
    route: { cluster: shop, upgrade_configs: [{ upgrade_type: websocket }, ${second}] }
`;
    expect(fixed(route('{ upgrade_type: WebSocket }')).text).toContain(
      'upgrade_configs: [{ upgrade_type: websocket }] }',
    );
    expect(fixed(route('{ upgrade_type: WebSocket, enabled: false }')).changed).toBe(false);
  });

  test('does not touch deprecated forms where their rule is off', () => {
    const text = 'name: cart\nconnect_timeout: 1s\nhosts: [{ pipe: { path: /run/cart } }]\n';
    expect(fixed(text, false)).toMatchObject({ changed: false, text });
  });

  test('takes several entries out of one list', () => {
    const { text } = fixed(`virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: / }
    route: { cluster: shop }
  - match: { prefix: /cart }   # dead
    route: { cluster: shop }
  - match: { path: /pay }      # dead too
    route: { cluster: shop }
`);
    expect(text).toBe(`virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: / }
    route: { cluster: shop }
`);
  });

  test('reaches into a configuration that stands in a ConfigMap', () => {
    const { text } = fixed(`kind: ConfigMap
apiVersion: v1
data:
  cds.yaml: |
    clusters:
    - name: cart
      conect_timeout: 1s   # short
      hosts: [{ pipe: { path: /run/cart } }]
`);
    expect(text).toContain('      connect_timeout: 1s   # short\n');
    expect(text).toContain('      load_assignment:');
  });

  test('leaves what the document around a configuration cannot take', () => {
    const map = 'data:\n  e: &e "clusters:\\n- name: cart\\n  conect_timeout: 1s\\n"\n  f: { *e : x }\n';
    const { text, done, left } = fixed(map);
    expect(text).toBe(map);
    expect(done).toEqual([]);
    expect(left.join()).toMatch(/connect_timeout.*the document around this text cannot hold it changed/);
  });
});

/** A text with changes of it. */
const edited = (text: string): fc.Arbitrary<TextChange[]> =>
  fc
    .array(
      fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3, unit: fc.constantFrom('x', 'y') })),
      {
        maxLength: 4,
      },
    )
    .map((list) => {
      const changes: TextChange[] = [];
      let end = 0;
      for (const [at, length, insert] of list.sort(([left], [right]) => left - right)) {
        if (at < end || (changes.length > 0 && at === end)) continue;
        end = Math.min(text.length, at + length);
        changes.push({ start: at, end, text: insert, edits: [] });
      }
      return changes;
    });

test('two lists of changes have the effect of both, in order and apart', () => {
  const both = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') }).chain((text) =>
    edited(text).chain((first) => {
      const middle = applyChanges(text, first);
      return edited(middle).map((second) => ({ text, first, middle, second }));
    }),
  );
  fc.assert(
    fc.property(both, ({ text, first, middle, second }) => {
      const changes = composed(first, second, middle);
      expect(applyChanges(text, changes)).toBe(applyChanges(middle, second));
      for (const [index, { start }] of changes.entries())
        if (index > 0) expect(start).toBeGreaterThanOrEqual(changes[index - 1]?.end ?? 0);
    }),
    { numRuns: 5000 },
  );
});
