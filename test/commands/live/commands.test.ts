/** Commands on the address of a running proxy: one answer, as good as a file, and what goes wrong is said. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../run.ts';
import { cfgtoolBeside } from './running.ts';
import { serve, serveBytes, serveOn } from './server.ts';

const folder = temporaryFolder();
const DUMP = readFileSync('examples/config-dump.json', 'utf8');

/** A proxy that answers with a text, and how often it was asked. */
async function proxy(text = DUMP): Promise<{ readonly at: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const at = await serve(({ url }, answer) => {
    asked.push(url ?? '');
    answer.setHeader('content-type', 'application/json');
    answer.end(text);
  });
  return { at, asked };
}

describe('the address of a running proxy', () => {
  it.each([
    ['analyze', ['--format', 'json']],
    ['validate', ['--format', 'json']],
    ['normalize', []],
    ['migrate', ['--format', 'json']],
  ])('%s says of it what it says of the file', async (command, flags) => {
    const { at, asked } = await proxy();
    const path = folder.write('dump.json', DUMP);
    const [live, file] = [
      await cfgtoolBeside([command, at, ...flags]),
      await cfgtoolBeside([command, path, ...flags]),
    ];
    expect(live.code).toBe(file.code);
    expect(live.out.replaceAll(at, 'DUMP')).toBe(file.out.replaceAll(path, 'DUMP'));
    expect(asked).toEqual(['/config_dump?include_eds']);
  });

  it('diff asks each side once; credentials and tokens appear nowhere', async () => {
    const { at, asked } = await proxy();
    const path = folder.write('front.json', DUMP);
    const login = `${at.replace('//', '//ops:secret-word@')}/config_dump?token=hidden-word`;
    const { code, out, err } = await cfgtoolBeside(['diff', path, login, '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      equal: true,
      files: [{ after: expect.stringMatching(/^http/) }],
    });
    expect(`${out}${err}`).not.toMatch(/secret-word|hidden-word|ops/);
    expect(asked).toEqual(['/config_dump?token=hidden-word']);
  });

  it.each([
    ['validate', []],
    ['diff', ['old.yaml']],
    ['test', []],
    ['analyze', []],
  ])('%s fails where it changes to another protocol', async (command, others) => {
    folder.write('old.yaml', 'clusters: [{name: cart, type: STATIC, connect_timeout: 1s}]');
    const tests = folder.write(
      'tests.yaml',
      'tests: [{request: http://shop.test/, expect: {cluster: shop}}]',
    );
    const at = await serveBytes(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    const args = [command, ...others, at, ...(command === 'test' ? [tests] : [])];
    const { code, out, err } = await cfgtoolBeside(args, { cwd: folder.path });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${at}: it answers with status 101\n`);
  });

  it('a socket of this machine does too, beside files, in the order given', async () => {
    const path = `${folder.path}/admin.sock`;
    await serveOn(path, (_, answer) =>
      answer.end('clusters: [{name: shop, type: STATIC, connect_timeout: 1s}]'),
    );
    folder.write('a.yaml', 'clusters: [{name: cart, type: STATIC, connect_timeout: 1s}]');
    const { out } = await cfgtoolBeside(['analyze', `unix:${path}`, 'a.yaml', '--format', 'ndjson'], {
      cwd: folder.path,
    });
    const files = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).file);
    expect(files).toEqual([`unix:${path}`, 'a.yaml', undefined]);
  });

  it('nothing that the configuration names is fetched', async () => {
    const other = await proxy();
    const port = other.at.slice(other.at.lastIndexOf(':') + 1);
    const { at } = await proxy(
      JSON.stringify({
        static_resources: {
          clusters: [
            {
              name: 'xds',
              type: 'STATIC',
              connect_timeout: '1s',
              hosts: [{ socket_address: { address: '127.0.0.1', port_value: Number(port) } }],
            },
          ],
        },
        dynamic_resources: { cds_config: { path: other.at } },
      }),
    );
    await cfgtoolBeside(['analyze', at]);
    expect(other.asked).toEqual([]);
  });

  it('writes nothing back', async () => {
    const { at, asked } = await proxy();
    const { code, err } = await cfgtoolBeside(['migrate', at, '--write']);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(err).toContain('is a running proxy');
  });

  it('failing, it is an unreadable input among others: named, and exit code 2', async () => {
    const at = await serve((_, answer) => void answer.writeHead(302, { location: '/elsewhere' }).end());
    folder.write('a.yaml', 'clusters: [{name: cart, type: STATIC, connect_timeout: 1s}]');
    const { code, out, err } = await cfgtoolBeside(['analyze', at, 'a.yaml'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(out).toContain('1 info in 1 file');
    expect(err).toBe(
      `${at}: it redirects (302) to /elsewhere, and cfgtool follows no redirects\nhint: name that address, if it is the one you mean\n`,
    );
  });

  it('in code scanning it is the address itself', async () => {
    const { at } = await proxy('{"clusters": [{"name": "a", "lb_policy": "none"}]}');
    const { out } = await cfgtoolBeside(['analyze', at, '--format', 'sarif']);
    const [result] = JSON.parse(out).runs[0].results;
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(`${at}/`);
  });
});
