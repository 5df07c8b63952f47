/** What is said about suppressing comments themselves. */
import type { RuleTexts } from '../rule.ts';

const CLUSTER = 'name: cart\nconnect_timeout: 1s\nlb_policy: round_robin';
const SOURCE = 'CONTRACT: Configuration, suppression, baseline';

export const unusedSuppression: RuleTexts = {
  id: 'unused-suppression',
  level: 'warning',
  tag: 'unnecessary',
  purpose: 'A comment that suppresses nothing.',
  why: 'What it was written for is gone, or its rule is misspelled. It stays silent until something new goes wrong on that line, and hides that.',
  remedy: 'Delete the comment, or correct the rule that it names.',
  source: SOURCE,
  bad: {
    type: 'Cluster',
    yaml: '# cfgtool-ignore loose-spelling: was lower case once\nname: cart\nconnect_timeout: 1s\n',
  },
  good: { type: 'Cluster', yaml: `${CLUSTER} # cfgtool-ignore loose-spelling: generated\n` },
};

export const suppressionWithoutReason: RuleTexts = {
  id: 'suppression-without-reason',
  level: 'info',
  purpose: 'A suppressing comment that does not say why.',
  why: 'The next reader cannot tell whether the finding was judged or only silenced.',
  remedy: 'Write the reason behind a colon: `# cfgtool-ignore RULE: reason`.',
  source: SOURCE,
  bad: { type: 'Cluster', yaml: `${CLUSTER} # cfgtool-ignore loose-spelling\n` },
  good: { type: 'Cluster', yaml: `${CLUSTER} # cfgtool-ignore loose-spelling: generated\n` },
};
