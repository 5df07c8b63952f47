import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const EXAMPLE = ['prove', 'examples/prove/front.yaml', '--properties', 'examples/prove/access.yaml'] as const;
const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('docs/schemas/prove.schema.json', 'utf8')),
);

describe('prove', () => {
  it('says which properties hold, and ends with 1 where one does not', () => {
    const { code, out, err } = cfgtool(EXAMPLE);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('refuted the ledger only for staff (examples/prove/access.yaml:8)');
    expect(out).toContain('try cfgtool trace examples/prove/front.yaml https://brewery.test/ledger');
    expect(out).toContain('4 properties: 3 proved, 1 refuted');
  });

  it('names no command where several inputs together are one configuration, which trace does not take', () => {
    const other = folder.write('more.yaml', 'clusters: [{name: more, connect_timeout: 1s}]\n');
    const [command, input, ...flags] = EXAMPLE;
    const { out } = cfgtool([command, input, other, ...flags]);
    expect(out).toContain('refuted the ledger only for staff');
    expect(out).not.toContain('try cfgtool');
  });

  it('prints JSON as its schema has it, with a request that trace takes', () => {
    const { out } = cfgtool([...EXAMPLE, '--format', 'json']);
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    const refuted = report.properties[2];
    expect(refuted).toMatchObject({
      verdict: 'refuted',
      because: [
        { file: 'examples/prove/front.yaml', change: null },
        { change: expect.stringContaining('prefix: "/ledger"') },
      ],
    });
    const request = folder.write('request.json', JSON.stringify(refuted.request));
    const traced = cfgtool(['trace', 'examples/prove/front.yaml', '--request', request, '--format', 'json']);
    expect(JSON.parse(traced.out).outcome).toMatchObject({ kind: 'forward', clusters: [{ name: 'office' }] });
  });

  it.each(['markdown', 'github', 'sarif', 'junit', 'html'])('names the refuted property in %s', (format) => {
    const { code, out } = cfgtool([...EXAMPLE, '--format', format]);
    expect(code).toBe(1);
    expect(out).toContain('the ledger only for staff');
  });

  it('writes a certificate, and checks it', () => {
    const file = join(folder.path, 'access.cert.json');
    cfgtool([...EXAMPLE, '--certificate', file]);
    const checked = cfgtool([...EXAMPLE, '--check', file]);
    expect(checked.code).toBe(1);
    expect(checked.out.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'accepted',
      'accepted',
      'refused',
      'accepted',
      '',
    ]);
    const other = folder.write(
      'other.yaml',
      `${readFileSync('examples/prove/front.yaml', 'utf8')}\n# another\n`,
    );
    const refused = cfgtool(['prove', other, '--properties', 'examples/prove/access.yaml', '--check', file]);
    expect({ code: refused.code, err: refused.err }).toEqual({
      code: 2,
      err: expect.stringContaining('it was made for another input'),
    });
    const broken = folder.write('broken.json', '{}');
    expect(cfgtool([...EXAMPLE, '--check', broken])).toMatchObject({ code: 2 });
  });

  it('diff says which properties stop holding', () => {
    const front = readFileSync('examples/prove/front.yaml', 'utf8');
    const closed = folder.write('closed.yaml', front.replace('prefix: /ledger/ }', 'prefix: /ledger }'));
    const flags = ['--properties', 'examples/prove/access.yaml', '--format', 'json'];
    const rules = (...sides: readonly string[]) =>
      JSON.parse(cfgtool(['diff', ...sides, ...flags]).out).changes.flatMap(
        ({ rule, level, message }: { rule: string; level: string; message: string }) =>
          rule.startsWith('property-') ? [`${level} ${rule}: ${message}`] : [],
      );
    expect(rules(closed, 'examples/prove/front.yaml')).toEqual([
      'breaking property-broken: the property "the ledger only for staff" holds no more: GET https://brewery.test/ledger goes to cluster "office"',
    ]);
    expect(rules('examples/prove/front.yaml', closed)).toEqual([
      'info property-restored: the property "the ledger only for staff" holds now',
    ]);
    expect(rules(closed, closed)).toEqual([]);
  });

  it('diff says which name of a property is on neither side', () => {
    const front = readFileSync('examples/prove/front.yaml', 'utf8');
    const sides = ['sides/a/front.yaml', 'sides/b/front.yaml'].map((name) => folder.write(name, front));
    const renamed = folder.write('sides/b/annex.yaml', front.replaceAll('office', 'annex'));
    folder.write('sides/a/annex.yaml', front.replaceAll('office', 'annex'));
    const about = (cluster: string) =>
      folder.write(
        `${cluster}.yaml`,
        `properties:\n- name: staff only\n  when: { reaches: { cluster: ${cluster} } }\n  then: { header: { name: x-staff } }\n`,
      );
    const diff = (properties: string, ...args: readonly string[]) =>
      cfgtool(['diff', ...args, '--properties', properties], { cwd: folder.path });
    expect(diff(about('ofice'), ...sides)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /ofice\.yaml:2:3: the property "staff only" speaks of the cluster "ofice", which neither side has\n(?:.*\n)*hint: did you mean "office"\?/,
      ),
    });
    // What a change takes away or adds is there on one side.
    for (const cluster of ['office', 'annex'])
      expect(diff(about(cluster), sides[0] ?? '', renamed).code).toBe(1);
    // A property may be about one of many pairs, wherever they are compared.
    for (const jobs of ['1', '2']) {
      expect(diff(about('annex'), 'sides/a', 'sides/b', '--jobs', jobs).code).toBe(0);
      expect(diff(about('ofice'), 'sides/a', 'sides/b', '--jobs', jobs).code).toBe(2);
    }
  });

  it('takes files of properties from the settings', () => {
    folder.write('front.yaml', readFileSync('examples/prove/front.yaml', 'utf8'));
    folder.write('.cfgtool.yaml', 'properties: mine.yaml\n');
    folder.write(
      'mine.yaml',
      'properties: [{ then: { not: { reaches: { cluster: rounds } } }, when: { host: nobody.test, listener: public } }]',
    );
    const { code, out } = cfgtool(['prove', 'front.yaml'], { cwd: folder.path });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 property: 1 proved') });
  });

  it('fails for vacuous properties unless they are allowed', () => {
    const properties = folder.write(
      'vacuous.yaml',
      'properties: [{ when: { host: a.test, path: { regex: "a" } }, then: { method: GET } }]',
    );
    const args = ['prove', 'examples/prove/front.yaml', '--properties', properties];
    expect(cfgtool(args).code).toBe(1);
    expect(cfgtool([...args, '--allow', 'vacuous']).code).toBe(0);
  });

  it('refuses names that the configuration does not have, with their place', () => {
    const properties = folder.write(
      'wrong.yaml',
      'properties: [{ name: x, then: { reaches: { cluster: offce } } }]',
    );
    const { code, out, err } = cfgtool(['prove', 'examples/prove/front.yaml', '--properties', properties]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('speaks of the cluster "offce", which the configuration does not have');
    expect(err).toContain('did you mean "office"?');
  });

  it('decides built-in properties without a file', () => {
    const { code, out } = cfgtool(['prove', 'examples/prove/front.yaml', '--standard']);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(
        'proved plain text on listener plain (0.0.0.0:80) is redirected or answered',
      ),
    });
  });

  it('says what is missing where no properties are named', () => {
    const { code, err } = cfgtool(['prove', 'examples/prove/front.yaml']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('no file of properties is named'),
    });
  });
});
