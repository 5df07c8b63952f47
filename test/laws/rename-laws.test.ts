/** Whether the laws of renamed clusters would notice: comparisons that are wrong on purpose break them. */
import { describe, expect, test } from 'vitest';
import { type ClusterNames, OWN_NAMES } from '../../src/diff/cluster-names.ts';
import { pairSides } from '../../src/diff/pairing.ts';
import type { Configuration } from '../../src/model/index.ts';
import { opened } from '../opened.ts';
import { type Comparing, comparingWith, renameLawsOf } from './rename-laws.ts';

function failureOf(id: string, comparing: Comparing): string | undefined {
  const found = renameLawsOf(comparing).find((each) => each.id === id);
  return found?.check({ seed: 3, numRuns: found.runs, endOnFailure: true }).failure?.report;
}

const withNames = (clusters: ClusterNames): Comparing =>
  comparingWith((before, after) => ({ ...pairSides(before, after), clusters }));

const properly = comparingWith(pairSides);

/** The new name is the old one, whatever still uses that. */
const everywhere = withNames({
  before: { of: (name) => name, isRenamed: (name) => name === 'one' },
  after: { of: (name) => (name === 'uno' ? 'one' : name), isRenamed: (name) => name === 'uno' },
  isEmpty: false,
});

function asBefore({ file }: Configuration): Configuration {
  return opened(file.text.replaceAll('"uno"', '"one"'));
}

describe('the laws of renamed clusters notice a comparison that', () => {
  test('14.8 takes a new name for another cluster', () => {
    expect(failureOf('cluster-renamed', withNames(OWN_NAMES))).toContain('requests are said to differ');
  });

  test('14.8 does not report the rename', () => {
    const silent: Comparing = (before, after) => properly(before, asBefore(after));
    expect(failureOf('cluster-renamed', silent)).toContain('the changes');
  });

  test('14.8 follows a rename although another cluster has the old name', () => {
    expect(failureOf('cluster-renamed-in-part', everywhere)).toContain('is called equal');
  });

  test('14.8 does not report the references that changed beside one that did not', () => {
    const renamesOnly: Comparing = (before, after) => {
      const found = properly(before, after);
      return { ...found, changes: found.changes.filter(({ kind }) => kind === 'renamed') };
    };
    expect(failureOf('cluster-renamed-in-part', renamesOnly)).toContain('not among the changes');
  });

  test('14.8 forgets that requests may name the cluster', () => {
    const blind: Comparing = (before, after) => ({
      ...properly(before, after),
      behaviour: (aspect) => properly(before, asBefore(after)).behaviour(aspect),
    });
    expect(failureOf('cluster-renamed-by-request', blind)).toContain('is called equal');
  });
});
