import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/analyze/index.ts';
import type { AnalyzeReport } from '../../../src/present/finding.ts';
import { MAX_CHARACTERS } from '../../../src/present/markdown.ts';
import { noPaint } from '../../../src/present/text.ts';
import { type AnalyzeFormat, analyzeFormats, analyzeReport } from '../../../src/report/analyze/formats.ts';
import { redaction } from '../../../src/results/secrets/redact.ts';
import { lineIndex } from '../../../src/source/lines.ts';
import { analyzed } from '../../analyze/analyzed.ts';
import { sarifSchema } from '../sarif-schema.ts';

const TEXT = `name: front
virtual_hosts:
- name: "<script>alert('x')</script>|\`;@all\\u202e::error::"
  domains: [shop.test]
- name: "<script>alert('x')</script>|\`;@all\\u202e::error::"
  domains: [cart.test]
`;

function reportOf(text: string, findings = analyzed(text)): AnalyzeReport {
  const file = { name: 'a b/front,.yaml', lines: lineIndex(text), redact: redaction(['hunter2']).redact };
  return {
    files: [file],
    findings: findings.map((finding) => ({ ...finding, file: file.name })),
    suppressed: 1,
    baselined: 0,
    version: '1.2.3',
  };
}

const shown = (format: AnalyzeFormat, report = reportOf(TEXT)) =>
  analyzeReport(report, format, { paint: noPaint });

const NAMES = analyzed(TEXT).filter(({ rule }) => rule === 'duplicate-name');

test('the hostile example is found', () => {
  expect(NAMES).toHaveLength(1);
});

describe('sarif', () => {
  const validate = new Ajv2020({ strict: false }).compile(sarifSchema);

  test('is valid, and points at places by URI and columns', () => {
    const log = JSON.parse(shown('sarif'));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const [run] = log.runs;
    const result = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'duplicate-name');
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe('duplicate-name');
    expect(result).toMatchObject({
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b/front%2C.yaml' },
            region: { startLine: 5, startColumn: 3 },
          },
        },
      ],
      partialFingerprints: { 'cfgtool/v2': NAMES[0]?.fingerprint },
    });
    expect(result.relatedLocations).toHaveLength(1);
  });

  test('without findings is valid too', () => {
    const log = JSON.parse(shown('sarif', reportOf(TEXT, [])));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(log.runs[0].results).toEqual([]);
  });
});

describe('github', () => {
  test('one command a finding, and nothing ends it early', () => {
    const text = shown('github');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(analyzed(TEXT).length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) file=a b\/front%2C\.yaml,line=\d+,/);
  });
});

describe('junit', () => {
  test('is well-formed, and counts what failed', () => {
    const text = shown('junit');
    expect(text).not.toContain('<script>');
    const failing = analyzed(TEXT).filter(({ level }) => level !== 'info').length;
    expect(text).toContain(`<testsuites name="cfgtool" tests="${failing}" failures="${failing}">`);
    const tags = [...text.matchAll(/<(\/?)([a-z-]+)(?: [a-z]+="[^"<>]*")*(\/?)>/g)];
    const open: string[] = [];
    for (const [, closes, name = '', empty] of tags) {
      if (closes) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
    expect(text.replace(/<[^<>]+>/g, '').includes('<')).toBe(false);
  });

  test('a file without findings passes', () => {
    expect(shown('junit', reportOf(TEXT, []))).toContain('tests="1" failures="0"');
  });
});

describe('markdown', () => {
  test('names stay text', () => {
    const text = shown('markdown');
    // Code may hold anything but its own end.
    expect(text.replace(/^```\n[\s\S]*?^```$/gm, '')).not.toContain('<script>');
    for (const line of text.split('\n').filter((each) => each.startsWith('| ')))
      expect(line.replaceAll('\\|', '').split('|')).toHaveLength(6);
  });

  test('fits into a review comment, whatever was found', () => {
    const [finding] = NAMES;
    if (finding === undefined) throw new Error('nothing was found');
    const many: Finding[] = Array.from({ length: 5000 }, (_, at) => ({
      ...finding,
      message: `${at} ${finding.message}`,
      related: [],
    }));
    const text = shown('markdown', reportOf(TEXT, many));
    expect(text.length).toBeLessThan(MAX_CHARACTERS + 1000);
    expect(text).toMatch(/and [\d,]+ more entries/);
  });
});

test.each(analyzeFormats)('%s shows no secret and no control character', (format) => {
  const text = `${TEXT}  request_headers_to_add: [{ header: { key: x, value: "hunter2" } }]\n`;
  const findings = analyzed(text).map((finding) => ({ ...finding, message: `${finding.message} hunter2` }));
  const out = shown(format, reportOf(text, findings));
  expect(out).not.toContain('hunter2');
  expect(out).not.toContain('\u202e');
});

describe('text', () => {
  const deprecated = (count: number): string =>
    `clusters:\n${Array.from({ length: count }, (_, at) => `- {name: c${at}, tls_context: {}}\n`).join('')}`;

  test('many findings end in a table of their rules, and in what fixes them', () => {
    const lines = shown('text', reportOf(deprecated(12)))
      .trimEnd()
      .split('\n');
    const end = lines.slice(lines.findIndex((line) => /^\d+ warning +deprecated-field$/.test(line)));
    expect(end[0]).toBe('12 warning deprecated-field');
    expect(end.at(-3)).toMatch(/^\d+ warnings/);
    expect(end.at(-2)).toMatch(/^--fix can fix \d+ of them; /);
    expect(end.at(-1)).toBe(
      'try cfgtool migrate --format diff FILE, and --also all for more of the deprecated fields',
    );
  });

  test.each([30, 50, 80, 100, 200])('prose and source fit into %d columns', (columns) => {
    const text = analyzeReport(reportOf(deprecated(2)), 'text', { paint: noPaint, columns });
    const widths = text
      .split('\n')
      .flatMap((line) => (/^ {2}(?!see |try |--fix |also )/.test(line) ? line.length : []));
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(40, Math.min(columns, 100)));
  });

  test('a few do not', () => {
    const lines = shown('text', reportOf(deprecated(1)))
      .trimEnd()
      .split('\n');
    expect(lines.at(-2)).toMatch(/warnings?.* in 1 file/);
    expect(lines.some((line) => /^\d+ warning +deprecated-field$/.test(line))).toBe(false);
  });
});
