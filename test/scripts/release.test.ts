/** What a release consists of; `npm run release` itself builds everything anew. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addressed, billOfMaterials, checksums, released } from '../../scripts/release.ts';

const description = readFileSync('package.json', 'utf8');

describe('the address of the repository', () => {
  test('stands nowhere before a release, and in three fields after it', () => {
    expect(description).not.toMatch(/"(?:repository|homepage|bugs)"/);
    expect(JSON.parse(addressed(description, '1.2.3', 'https://forge.test/team/cfgtool.git'))).toEqual({
      ...JSON.parse(description),
      version: '1.2.3',
      homepage: 'https://forge.test/team/cfgtool#readme',
      repository: { type: 'git', url: 'git+https://forge.test/team/cfgtool.git' },
      bugs: { url: 'https://forge.test/team/cfgtool/issues' },
    });
  });

  test('is left out where none is given, so that the package can be installed from its file', () => {
    const { homepage, repository, bugs, version } = JSON.parse(addressed(description, '1.2.3'));
    expect({ homepage, repository, bugs, version }).toEqual({ version: '1.2.3' });
  });

  test.each([
    ['1.2', 'https://forge.test/a/b', '--version takes 1.2.3'],
    ['1.2.3', '', '--repository takes the https address'],
    ['1.2.3', 'git@forge.test:a/b', '--repository takes the https address'],
  ])('%s at "%s" is refused', (version, repository, words) => {
    expect(() => addressed(description, version, repository)).toThrow(words);
  });
});

describe('the change log', () => {
  const log = '# Changelog\n\nWords.\n\n## Unreleased\n\n- New.\n\n## 1.0.0, 2026-01-02\n\n- Old.\n';

  test('gets a heading, and its section is the notes', () => {
    const made = released(log, '1.1.0', '2026-02-03');
    expect(made.notes).toBe('# cfgtool 1.1.0\n\n- New.\n');
    expect(made.log).toBe(
      '# Changelog\n\nWords.\n\n## Unreleased\n\n## 1.1.0, 2026-02-03\n\n- New.\n\n## 1.0.0, 2026-01-02\n\n- Old.\n',
    );
    expect(() => released(made.log, '1.2.0', '2026-03-04')).toThrow('says nothing under');
  });

  test('that stands here can be released', () => {
    const text = readFileSync('CHANGELOG.md', 'utf8');
    const { notes } = released(text, '9.9.9', '2026-02-03');
    // Three lines for whoever reads no more, then everything: what is added stands below "All of it".
    expect(notes).toMatch(
      /^# cfgtool 9\.9\.9\n\nIn three lines:\n\n(?:- \*\*.+\n){3}\nAll of it:\n\n(?:- .+\n)+$/,
    );
  });
});

test('the bill of materials names every package whose licence is shipped', () => {
  const notices = readFileSync('dist/THIRD-PARTY.txt', 'utf8');
  const { components } = JSON.parse(billOfMaterials(notices, '1.2.3'));
  const purls = components.map(({ purl }: { purl: string }) => purl);
  expect(purls.length).toBe(notices.match(/^-{80}$/gm)?.length);
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:npm\/js-yaml@\d/));
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:npm\/%40oclif\/core@\d/));
});

test('the checksums are those that sha256sum checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cfgtool-release-'));
  try {
    writeFileSync(join(folder, 'b'), 'hello\n');
    writeFileSync(join(folder, 'SHA256SUMS'), 'old');
    expect(checksums(folder)).toBe('5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  b\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
