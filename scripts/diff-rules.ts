/** The generated page about the rules of `cfgtool diff`. */
import { diffRules } from '../src/diff/index.ts';
import { shortName } from '../src/model/describe.ts';

/** A table for each message that the policy is about, in its order. */
export function diffRulesPage(): string {
  const lines = [
    '# Rules of `cfgtool diff`',
    '',
    'Generated from `src/diff/policy`; `npm run docs` writes it. A rule is permanent: its level may be set, or `off`, under `diff: {rules: {ID: LEVEL}}` in `.cfgtool.yaml`. The mirror is the rule of the same change the other way round. Where a level depends on the case, the page about [diff](../diff.md) says how.',
  ];
  let message: string | undefined;
  for (const { id, level, mirror, why, message: about, fields } of diffRules) {
    const title =
      level === 'cosmetic' ? 'Makes no difference' : about === '' ? 'Anything else' : shortName(about);
    if (title !== message)
      lines.push('', `## ${title}`, '', '| rule | level | mirror | fields | why |', '|---|---|---|---|---|');
    message = title;
    const named = fields.map((field) => `\`${field}\``).join(', ');
    lines.push(
      `| \`${id}\` | ${level} | ${mirror === id ? 'itself' : `\`${mirror}\``} | ${named} | ${why} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}
