/** What control planes print, of their own repositories: all of it is read, and the figures stand in docs/reliability.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenFigures } from '../../scripts/goldens.ts';
import { CORPUS_V3 } from '../analyze/corpus-v3.ts';

/** Folders of the corpus by the control plane that printed them. */
const KINDS: readonly (readonly [kind: string, folders: readonly string[]])[] = [
  ['Consul', ['consul', 'consul_bootstrap']],
  ['Emissary', ['emissary']],
  ['Envoy Gateway', ['envoy_gateway', 'envoy_gateway_2023']],
  ['Envoy Gateway, egctl', ['envoy_gateway_egctl']],
  ['ESPv2', ['esp_v2']],
  ['Gloo', ['gloo']],
  ['Higress', ['higress']],
  ['Istio', ['istio_authz', 'istio_bootstrap', 'istio_dump', 'istio_other', 'istio_proxy']],
  ['kgateway', ['kgateway']],
  ['Kuma', ['kuma']],
  ['Open Service Mesh', ['osm']],
  ['xds-controller', ['envoy_xds_controller']],
];

/** What is no configuration of a proxy, by what the message says. */
const OTHER =
  /^it is a Kubernetes resource, \w+ of (?:networking\.istio\.io|gateway\.networking\.k8s\.io|envoy\.kaasops\.io|v1)\b/;
const OTHER_FILES: ReadonlyMap<string, string> = new Map([
  ['changelog-v1.11.0-rc6-http2_protocol_options_update.yaml', 'entries of a changelog'],
  ['install-test-values-val_custom_bootstrap_extensions.yaml', 'values of a Helm chart'],
  ['xds-ir-jsonpatch-add-op-without-value.envoypatchpolicies.yaml', 'states of Kubernetes resources'],
  ['xds-ir-jsonpatch-invalid-patch.envoypatchpolicies.yaml', 'states of Kubernetes resources'],
  ['xds-ir-jsonpatch-move-op-with-value.envoypatchpolicies.yaml', 'states of Kubernetes resources'],
]);

function figuresOf(folders: readonly string[]) {
  const figures = goldenFigures(
    folders.flatMap((folder) =>
      readdirSync(join(CORPUS_V3, folder))
        .sort()
        .map((name) => [name, join(CORPUS_V3, folder, name)] as const),
    ),
  );
  const unread = figures.unread.filter(([name, problem]) => !OTHER.test(problem) && !OTHER_FILES.has(name));
  return { figures, unread, others: figures.unread.length - unread.length };
}

describe.skipIf(!existsSync(CORPUS_V3))('goldens of control planes', () => {
  it('are all read, but for what is no configuration, as the docs tell', () => {
    const counted = KINDS.map(([kind, folders]) => ({ kind, ...figuresOf(folders) }));
    expect(counted.flatMap(({ unread, figures: { nameless } }) => [...unread, ...nameless])).toEqual([]);
    const rows = counted.map(
      ({ kind, others, figures: { files, read, routes, marked, named } }) =>
        `| ${kind} | ${files} | ${read} | ${others} | ${routes} | ${marked} | ${named} |`,
    );
    const docs = readFileSync('docs/reliability.md', 'utf8').split('\n');
    expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
  });
});
