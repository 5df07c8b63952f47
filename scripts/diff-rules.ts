/** The generated page about the rules of `cfgtool diff`. */
import {
  cosmeticRules,
  policies,
  requestRules,
  type Topic,
  topicRules,
} from '../src/diff/judgement/policy/index.ts';
import { shortName } from '../src/model/describe.ts';

/** A table for each message that the policy is about, in its order. */
export function diffRulesPage(): string {
  const lines = [
    '# Rules of `cfgtool diff`',
    '',
    'Generated from `src/diff/judgement/policy`; `npm run docs` writes it. Each name stands for one rule a way in which the thing can change: its id is the name with the way behind it, such as `cluster-tls-removed`. Ids are permanent; a level may be set, or `off`, under `diff: {rules: {ID: LEVEL}}` in `.cfgtool.yaml` (`request-rerouted` takes no `off`, and the levels of `requests-newly-routed`, `requests-no-longer-routed` and `undecided` stay). The ways mirror each other: added and removed, raised and lowered, enabled and disabled; changed, moved and renamed are their own mirrors, since the other way round is again such a change. Where a level depends on the case, [comparing.md](../comparing.md) says how.',
  ];
  for (const { message, topics, otherwise } of policies) {
    lines.push('', `## ${message === '' ? 'Anything else' : shortName(message)}`, '');
    lines.push('| name | ways | fields | why |', '|---|---|---|---|');
    for (const topic of topics) lines.push(rowOf(topic, fieldsOf(topic)));
    lines.push(rowOf(otherwise, 'all others'));
  }
  lines.push('', '## Requests and properties', '', '| rule | level | mirror | why |', '|---|---|---|---|');
  for (const { id, level, mirror, why } of requestRules)
    lines.push(`| \`${id}\` | ${level} | \`${mirror}\` | ${why} |`);
  lines.push('', '## What makes no difference', '', '| rule | mirror | why |', '|---|---|---|');
  for (const { id, mirror, why } of cosmeticRules)
    lines.push(`| \`${id}\` | ${mirror === id ? 'itself' : `\`${mirror}\``} | ${why} |`);
  return `${lines.join('\n')}\n`;
}

function fieldsOf({ fields }: Topic): string {
  return fields.map((field) => (field === '.' ? 'the resource itself' : `\`${field}\``)).join(', ');
}

function rowOf(topic: Topic, fields: string): string {
  const ways = topicRules(topic).map(({ way, level }) => `${way}: ${level}`);
  const own = Object.entries(topic.whys ?? {}).map(([way, why]) => `**${way}**: ${why}`);
  return `| \`${topic.id}\` | ${ways.join(', ')} | ${fields} | ${[topic.why, ...own].join(' ')} |`;
}
