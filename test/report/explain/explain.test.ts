/** Everything that has a name can be explained, and near misses are answered. */

import { describe, expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { ruleIds } from '../../../src/analyze/index.ts';
import { diffRules } from '../../../src/diff/index.ts';
import { checkText } from '../../../src/model/index.ts';
import type { Page } from '../../../src/present/blocks.ts';
import { pageText } from '../../../src/present/page-text.ts';
import { noPaint } from '../../../src/present/text.ts';
import { fieldExample, messageExample } from '../../../src/report/explain/example.ts';
import { type Explanation, explainName, messagesNamed } from '../../../src/report/explain/find.ts';
import { allSubjects, overviewPage } from '../../../src/report/explain/subjects.ts';
import { fieldsOf } from '../../../src/report/explain/versions.ts';
import { compiledMessage } from '../../../src/schema/compiled.ts';
import { extensions } from '../../../src/schema/extensions.ts';
import { enums, generatedEnums, generatedMessages, messages } from '../../../src/schema/index.ts';
import type { EnumTables } from '../../../src/schema/language.ts';
import { responseDetails, responseFlags } from '../../../src/why/faults.ts';

const enumTables: EnumTables = enums;

function titles(explanation: Explanation): readonly string[] {
  return explanation.kind === 'explained' ? explanation.pages.map((page) => page.title) : [];
}

function onlyPage(name: string): Page {
  const explanation = explainName(name);
  if (explanation.kind !== 'explained' || explanation.pages.length !== 1)
    throw new Error(`${name}: ${explanation.kind}`);
  return explanation.pages[0];
}

const allMessages = [...Object.keys(messages), ...Object.keys(generatedMessages)];
/** A field of version 3 is named as another one was in version 2, and analysis and comparison leave things open: both are explained. */
const TWICE: readonly string[] = ['route.RouteAction.host_rewrite', 'undecided'];

/** What no release has any more. */
const GONE_FIELDS = allSubjects().flatMap(({ kind, name }) => (kind === 'gone field' ? [name] : []));

describe('every name', () => {
  const names = [
    ...ruleIds,
    ...migrations.map((migration) => migration.id),
    ...diffRules().map(({ id }) => id),
    ...responseFlags.map(({ short }) => short),
    ...responseDetails.map(({ name }) => name.replace(/\*$/, '')),
    ...allMessages,
    ...allMessages.flatMap((message) => fieldsOf(message).map(([, { name }]) => `${message}.${name}`)),
    ...GONE_FIELDS,
    ...Object.keys(enums),
    ...Object.keys(generatedEnums),
    ...Object.entries(generatedEnums).flatMap(([name, values]) =>
      Object.keys(values).map((value) => `${name}.${value}`),
    ),
    ...Object.entries(enumTables).flatMap(([name, spec]) =>
      Object.keys(spec.values).map((value) => `${name}.${value}`),
    ),
  ];

  test('is explained by its own page', () => {
    for (const name of names)
      expect(titles(explainName(name))).toEqual(TWICE.includes(name) ? [name, name] : [name]);
  });

  test('a rule of a comparison says when it has another level', () => {
    const level = (name: string) =>
      / +level {3}([\s\S]*)/.exec(pageText(onlyPage(name), noPaint))?.[1]?.replaceAll(/\s+/g, ' ');
    const guarded = /^warning, breaking where it is about a filter that decides who may come in/;
    expect(level('http-filter-removed')).toMatch(guarded);
    expect(level('route-filter-config-added')).toMatch(/^warning, breaking where it switches off a filter/);
    expect(level('http-filter-added')).toMatch(/^warning;/);
  });

  test('is unique', () => {
    expect(new Set(names).size).toBe(names.length - TWICE.length);
    expect(
      allSubjects()
        .map((subject) => subject.name)
        .sort(),
    ).toEqual([...names].sort());
  });

  test('has a page that fits a terminal of 80 columns, apart from examples', () => {
    for (const name of names) {
      if (TWICE.includes(name)) continue;
      const [title, ...lines] = pageText(onlyPage(name), noPaint).split('\n');
      expect(title).toContain(name);
      expect(lines.filter((line) => line.length > 80 && !line.startsWith('    '))).toEqual([]);
    }
  });
});

describe('names as people write them', () => {
  test.each([
    ['cluster.hosts', 'Cluster.hosts'],
    ['Cluster.connectTimeout', 'Cluster.connect_timeout'],
    ['VirtualHost.domains', 'route.VirtualHost.domains'],
    ['virtualhost.domains', 'route.VirtualHost.domains'],
    ['HttpConnectionManager.routeConfig', 'HttpConnectionManager.route_config'],
    [
      'config.filter.network.http_connection_manager.v2.HttpConnectionManager.route_config',
      'HttpConnectionManager.route_config',
    ],
    [
      'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      'HttpConnectionManager',
    ],
    ['auth.UpstreamTlsContext.sni', 'UpstreamTlsContext.sni'],
    ['envoy.config.route.v3.RouteMatch.prefix', 'route.RouteMatch.prefix'],
    ['Node.build_version', 'core.Node.build_version'],
    ['envoy.api.v2.core.Node.build_version', 'core.Node.build_version'],
    ['type.googleapis.com/proxy.api.v2.auth.UpstreamTlsContext', 'UpstreamTlsContext'],
    ['proxy.type.Percent', 'type.Percent'],
    ['cluster', 'Cluster'],
    ['RouteAction', 'route.RouteAction'],
    ['LbPolicy', 'Cluster.LbPolicy'],
    ['ORIGINAL_DST_LB', 'Cluster.LbPolicy.ORIGINAL_DST_LB'],
    ['original_dst_lb', 'Cluster.LbPolicy.ORIGINAL_DST_LB'],
    ['Cluster.common_lb_config.healthy_panic_threshold', 'Cluster.CommonLbConfig.healthy_panic_threshold'],
    ['Bootstrap.static_resources.clusters.hosts', 'Cluster.hosts'],
    ['REQUIRED-FIELD', 'required-field'],
    ['GrpcService.proxy_grpc', 'core.GrpcService.envoy_grpc'],
  ])('%s is %s', (written, meant) => {
    expect(titles(explainName(written))).toEqual([meant]);
  });

  test('two messages of one name are both explained, many are listed', () => {
    expect(titles(explainName('RetryPolicy'))).toEqual(['core.RetryPolicy', 'route.RetryPolicy']);
    expect(explainName('name').kind).toBe('ambiguous');
  });

  test.each([
    ['Cluster.hoste', ['Cluster.hosts']],
    ['Clustr.hosts', ['Cluster.hosts']],
    ['Cluster.nothing_like_it', ['Cluster']],
    ['reqired-field', ['required-field']],
    ['host-to-load-assignment', ['hosts-to-load-assignment']],
    ['VirtualHots', ['route.VirtualHost', 'virtual_hosts']],
    ['conect_timeout', ['connect_timeout']],
    ['quite something else', []],
    ['', []],
    ['.', []],
  ])('%s is unknown; suggested: %j', (written, suggestions) => {
    expect(explainName(written)).toEqual({ kind: 'unknown', suggestions });
  });

  test('a name of any length is answered', () => {
    expect(explainName('Cluster.'.repeat(5000))).toEqual({ kind: 'unknown', suggestions: [] });
  });

  test('messages are found with or without their package', () => {
    expect(messagesNamed('Node')).toEqual(['core.Node']);
    expect(messagesNamed('node')).toEqual(['core.Node']);
    expect(messagesNamed('RetryPolicy')).toEqual(['core.RetryPolicy', 'route.RetryPolicy']);
    expect(messagesNamed('hosts')).toEqual([]);
  });
});

describe('examples derived from the tables', () => {
  test('every message has one without findings', () => {
    for (const type of Object.keys(messages))
      expect(checkText(type, messageExample(compiledMessage(type)), 'v2'), type).toEqual([]);
  });

  test('every field has one whose value is right', () => {
    for (const type of Object.keys(messages)) {
      for (const field of compiledMessage(type).fields) {
        const found = checkText(type, fieldExample(field, 'v2'), 'v2');
        const others = found.filter(
          ({ rule }) => !['required-field', 'one-of', 'deprecated-field'].includes(rule),
        );
        expect(others, `${type}.${field.name}`).toEqual([]);
      }
    }
  });
});

describe('pages, as files', () => {
  test.each([
    'Cluster.hosts',
    'Cluster.connect_timeout',
    'Cluster.lb_policy',
    'CommonLbConfig.healthy_panic_threshold',
    'VirtualCluster.pattern',
    'RouteMatch',
    'HttpConnectionManager',
    'Cluster.DiscoveryType',
    'ORIGINAL_DST_LB',
    'required-field',
    'hosts-to-load-assignment',
    'config-to-typed-config',
    'cluster-tls-removed',
    'same-pattern',
  ])('%s', async (name) => {
    await expect(pageText(onlyPage(name), noPaint)).toMatchFileSnapshot(`${name}.txt`);
  });

  test('the list of all', async () => {
    await expect(pageText(overviewPage(), noPaint)).toMatchFileSnapshot('overview.txt');
  });
});

describe('14.u names of extensions', () => {
  const titleOf = (name: string) => {
    const explanation = explainName(name);
    return explanation.kind === 'explained' ? explanation.pages.map(({ title }) => title) : explanation;
  };

  test.each([
    ['envoy.router', ['envoy.filters.http.router']],
    ['envoy.filters.http.router', ['envoy.filters.http.router']],
    ['my_word.filters.http.router', ['my_word.filters.http.router']],
    ['filters.http.router', ['WORD.filters.http.router']],
    ['envoy.file_access_log', ['envoy.access_loggers.file']],
    ['envoy.transport_sockets.tls', ['envoy.transport_sockets.tls']],
    ['type.googleapis.com/my_word2.config.filter.http.router.v2.Router', ['http.router.Router']],
    ['type.googleapis.com/my_word2.api.v2.Cluster', ['Cluster']],
    [
      'type.googleapis.com/envoy.config.filter.http.aws_lambda.v2alpha.Config',
      ['envoy.filters.http.aws_lambda'],
    ],
  ])('%s', (name, titles) => {
    expect(titleOf(name)).toEqual(titles);
  });

  test('every extension is found by each of its names, under any namespace', () => {
    for (const { name, older } of extensions)
      for (const each of [name, ...older]) {
        const found = titleOf(`acme.${each}`);
        expect(found, each).toEqual(expect.arrayContaining([expect.stringContaining(name)]));
      }
  });

  test('one that is nearly named is offered', () => {
    expect(explainName('envoy.ruter')).toEqual({ kind: 'unknown', suggestions: ['envoy.router'] });
    expect(explainName('acme.filters.http.no_such_thing_at_all')).toMatchObject({ kind: 'unknown' });
  });
});
