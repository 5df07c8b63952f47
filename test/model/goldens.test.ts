/** What control planes print, of their own repositories: all of it is read, and the figures stand in docs/reliability.md. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, NODE } from '../../src/model/bound.ts';
import { type Configuration, openConfiguration } from '../../src/model/open.ts';
import { sourceAt } from '../../src/model/source-object.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
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

/** Keys of metadata in which an object is written. */
const KEYS = ['envoy-gateway', 'istio', 'io.kuma.tags'];

interface Figures {
  files: number;
  read: number;
  /** Files that are no configuration. */
  others: number;
  routes: number;
  /** Routes with an object in their metadata, or around them, or in their names; and those of which it is named. */
  marked: number;
  named: number;
}

function countRoutes({ roots, namespace }: Configuration, figures: Figures): void {
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, namespace, ({ type, message: { metadata, [NODE]: node } }) => {
        if (type !== 'route.Route' || node === undefined) return;
        figures.routes++;
        const source = sourceAt(root.tree, node);
        const written = isObject(metadata) ? metadata.filter_metadata : undefined;
        const isMarked = isObject(written) && Object.keys(written).some((key) => KEYS.includes(key));
        if (isMarked) figures.marked++;
        if (source !== undefined) figures.named++;
        if (isMarked && source === undefined) throw new Error('an object in metadata is not named');
      });
}

function opened(name: string, path: string): Configuration | string {
  try {
    return openConfiguration(sourceFile(name, readFileSync(path, 'utf8'), 'named'));
  } catch (error) {
    if (error instanceof InputError) return error.details.problem;
    throw error;
  }
}

/** @returns figures, and files of which nobody knows why they are not read */
function figuresOf(folders: readonly string[]): {
  readonly figures: Figures;
  readonly unread: readonly string[];
} {
  const figures: Figures = { files: 0, read: 0, others: 0, routes: 0, marked: 0, named: 0 };
  const unread: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(join(CORPUS_V3, folder)).sort()) {
      figures.files++;
      const configuration = opened(name, join(CORPUS_V3, folder, name));
      if (typeof configuration !== 'string') {
        figures.read++;
        countRoutes(configuration, figures);
      } else if (OTHER.test(configuration) || OTHER_FILES.has(name)) figures.others++;
      else unread.push(`${folder}/${name}: ${configuration}`);
    }
  return { figures, unread };
}

describe.skipIf(!existsSync(CORPUS_V3))('goldens of control planes', () => {
  it('are all read, but for what is no configuration, as the docs tell', () => {
    const counted = KINDS.map(([kind, folders]) => ({ kind, ...figuresOf(folders) }));
    expect(counted.flatMap(({ unread }) => unread)).toEqual([]);
    const rows = counted.map(
      ({ kind, figures: { files, read, others, routes, marked, named } }) =>
        `| ${kind} | ${files} | ${read} | ${others} | ${routes} | ${marked} | ${named} |`,
    );
    const docs = readFileSync('docs/reliability.md', 'utf8').split('\n');
    expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
  });
});
