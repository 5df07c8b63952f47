/** The pages as the commands make them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const BEFORE = readFileSync('snapshots/pages/before.yaml', 'utf8');
const AFTER = readFileSync('snapshots/pages/after.yaml', 'utf8');

describe('analyze --format html', () => {
  test('is one page, and the exit code is that of any format', () => {
    const file = folder.write('front.yaml', BEFORE);
    const { code, out, err } = cfgtool(['analyze', file, '--format', 'html']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^<!DOCTYPE html>\n/);
    expect(out.match(/<figure class="picture/g)).toHaveLength(1);
    expect(out).toContain('✕ never reached');
  });

  test('takes files as one configuration', () => {
    const at = BEFORE.indexOf('  clusters:');
    const routes = folder.write('parts/routes.yaml', BEFORE.slice(0, at));
    const clusters = folder.write('parts/clusters.yaml', `static_resources:\n${BEFORE.slice(at)}`);
    const args = ['analyze', routes, clusters, '--format', 'html'];
    expect(cfgtool([...args, '--together']).out.match(/<figure class="picture/g)).toHaveLength(1);
    expect(cfgtool(args).out.match(/<figure class="picture/g)).toHaveLength(2);
  });

  test('names what could not be read', () => {
    const file = folder.write('front.yaml', BEFORE);
    const broken = folder.write('broken.yaml', 'a: [');
    const { code, out } = cfgtool(['analyze', file, broken, '--format', 'html']);
    expect(code).toBe(2);
    expect(out).toMatch(/Without a result:.*broken\.yaml/);
  });

  test('shows secrets only where that is asked for', () => {
    const text = BEFORE.replace(
      'redirect: { host_redirect: www.shop.test }',
      'redirect: { host_redirect: www.shop.test }\n                          request_headers_to_add: [{ header: { key: authorization, value: Basic-hunter2hunter2 } }]',
    );
    const file = folder.write('secret.yaml', text);
    expect(cfgtool(['analyze', file, '--format', 'html']).out).not.toContain('hunter2');
    expect(cfgtool(['analyze', file, '--format', 'html', '--show-secrets']).out).toContain('hunter2');
  });
});

describe('diff --format html', () => {
  test('is one page with both files', () => {
    const [one, other] = [folder.write('a/front.yaml', BEFORE), folder.write('b/front.yaml', AFTER)];
    const { code, out, err } = cfgtool(['diff', one, other, '--format', 'html']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('<code class="request">GET http://shop.test/cart/old</code>');
    expect(out).toContain('class="heads"');
  });

  test('directories file by file, or as one configuration', () => {
    for (const [side, text] of [
      ['c', BEFORE],
      ['d', AFTER],
    ] as const) {
      folder.write(`${side}/one.yaml`, text);
      folder.write(`${side}/two.yaml`, 'name: same\nconnect_timeout: 1s\n');
    }
    const args = ['diff', `${folder.path}/c`, `${folder.path}/d`, '--format', 'html'];
    const apart = cfgtool(args).out;
    expect(apart).toContain('id="contents"');
    expect(apart.match(/class="heads"/g)).toHaveLength(1);
    const together = cfgtool([...args, '--together']).out;
    expect(together).not.toContain('id="contents"');
    expect(together.match(/class="heads"/g)).toHaveLength(2);
  });

  test('what git says changed', () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@shop.test', ...args], {
        cwd: `${folder.path}/repository`,
        encoding: 'utf8',
      });
    folder.write('repository/front.yaml', BEFORE);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    folder.write('repository/front.yaml', AFTER);
    folder.write('repository/new.yaml', 'name: shop\nconnect_timeout: 1s\n');
    git('add', '.');
    const { code, out } = cfgtool(['diff', '--git', 'HEAD', '--format', 'html'], {
      cwd: `${folder.path}/repository`,
    });
    expect(code).toBe(1);
    expect(out).toMatch(/href="#pair0">front\.yaml</);
    expect(out).toMatch(/href="#pair1">new\.yaml</);
  });
});
