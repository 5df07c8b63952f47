import { mayRepeat, repeatedEntries } from '../../effects/repeated.ts';
import { shortName } from '../../model/describe.ts';
import type { Frame } from '../../model/walk.ts';
import { compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';

/** For each message of routing its lists whose order means nothing, so that an entry says nothing the second time. */
function setLists(): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const type of Object.keys(messages)) {
    const names = compiledMessage(type)
      .fields.map(({ name }) => name)
      .filter((name) => name !== 'thresholds' && mayRepeat(type, name));
    if (names.length > 0) lists.set(type, names);
  }
  return lists;
}

function judge(field: string, frame: Frame, { spot, report }: RuleContext): void {
  for (const [index, earlier] of repeatedEntries(frame.type, field, frame.message[field]))
    report({
      message: `entry ${index + 1} of ${field} says the same as entry ${earlier + 1}; remove one of them`,
      at: spot(frame, field, index),
      identity: `${shortName(frame.type)} ${field}`,
      related: [{ message: 'the first one', at: spot(frame, field, earlier) }],
      fix: {
        kind: 'operations',
        title: 'remove the duplicate',
        at: spot(frame),
        operations: [{ op: 'remove', path: `/${field}/${index}` }],
      },
    });
}

function visits(): Visits {
  return Object.fromEntries(
    [...setLists()].map(([type, fields]) => [
      type,
      (_: unknown, frame: Frame, look: RuleContext) => {
        for (const field of fields) judge(field, frame, look);
      },
    ]),
  );
}

export const duplicateEntry: AnalysisRule = {
  id: 'duplicate-entry',
  level: 'info',
  purpose: 'An entry that stands twice in a list whose order means nothing.',
  why: 'The second one changes nothing. Most often it was copied in order to be changed, and the change is missing.',
  remedy: 'Remove it, or make the change that it was copied for.',
  source: 'data-model.md: HTTP route configuration: repeated fields',
  bad: {
    type: 'route.RouteMatch',
    yaml: `prefix: /cart
headers:
  - { name: x-tenant, string_match: { exact: shop } }
  - { name: x-tenant, string_match: { exact: shop } }
`,
  },
  good: {
    type: 'route.RouteMatch',
    yaml: `prefix: /cart
headers:
  - { name: x-tenant, string_match: { exact: shop } }
  - { name: x-region, string_match: { exact: north } }
`,
  },
  get messages(): Visits {
    // Made when a configuration is analysed.
    made ??= visits();
    return made;
  },
};

let made: Visits | undefined;
