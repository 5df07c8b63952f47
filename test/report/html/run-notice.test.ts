import { expect, test } from 'vitest';
import { showing } from '../../../src/present/html.ts';
import { runNotice } from '../../../src/report/html/page.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';

const show = showing(showAll);
const run = { command: 'analyze', found: false, skipped: [] } as const;

test('a run that read everything needs no words', () => {
  expect(runNotice(undefined, show)).toBe('');
  expect(runNotice({ ...run, unread: [] }, show)).toBe('');
});

test('inputs that could not be read are named, and so is an early end', () => {
  const html = runNotice(
    { ...run, left: 2, unread: [{ order: 0, file: '<a>.yaml', problem: 'no YAML' }] },
    show,
  );
  expect(html).toContain('<code>&lt;a&gt;.yaml</code>: no YAML');
  expect(html).toContain('partial: the run ended before 2 inputs were looked at');
});

test('of many inputs the first are named', () => {
  const unread = Array.from({ length: 30 }, (_, order) => ({
    order,
    file: `${order}.yaml`,
    problem: 'no YAML',
  }));
  expect(runNotice({ ...run, unread }, show)).toContain('and 10 more');
});
