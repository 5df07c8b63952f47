/** A bug that happens while a configuration is at hand: its words hold no secret of that configuration. */
import { expect, test } from 'vitest';
import { hideSecrets } from '../../src/commands/file-failure.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { redaction, secretTexts } from '../../src/results/secrets/redact.ts';
import { sourceFile } from '../../src/source/load.ts';

test('message, stack and cause', () => {
  const text =
    'name: shop\ntls_context: {common_tls_context: {tls_certificates: [{password: {inline_string: hunter2}}]}}\n';
  const { redact } = redaction(secretTexts(openConfiguration(sourceFile('in.yaml', text, 'named'))));
  const cause = new TypeError(`cannot read ${text}`);
  const error = new Error(`in.yaml: ${cause.message}`, { cause });
  hideSecrets(error, redact);
  for (const shown of [error.message, error.stack, cause.message, cause.stack]) {
    expect(shown).toContain('<redacted>');
    expect(shown).not.toContain('hunter2');
  }
});

test('what looks like a secret, also where nothing was opened', () => {
  const error = new SyntaxError('Unexpected token in "uri: http://me:hunter2@shop.test"');
  hideSecrets(error, (same) => same);
  expect(`${error.message}${error.stack}`).not.toContain('hunter2');
});
