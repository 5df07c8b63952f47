/** docs/explore.md: what the terminal UI shows, from its golden frames, and its keys, from their table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINE_COMMANDS } from '../src/tui/command-line.ts';
import { type Binding, KEY_GROUPS, keyLabel, LINE_KEYS, MOUSE } from '../src/tui/keys.ts';

interface Section {
  readonly title: string;
  /** Before the frame. */
  readonly text: string;
  /** Of `snapshots/tui`. */
  readonly frame: string;
  /** How to get there, as keys. */
  readonly keys: string;
}

const INTRODUCTION = `# Explore

\`cfgtool explore front.yaml\` shows a configuration in the terminal: what is in it, what it does with requests, what is
wrong with it, and what its migration would change. \`cfgtool explore before.yaml after.yaml\` also walks through what
the change from one to the other means. \`?\` shows all keys; they are those of less, vim and lazygit where these agree.

The screens below are of \`examples/front-proxy.yaml\` (and, for Diff, of an edited copy); tests draw each of them anew and
compare. They are shown without colours, as with \`NO_COLOR\`: nothing is said by a colour alone. \`:theme dark\` and \`:theme light\` choose colours
for the background (\`any\` suits both), which also people with a colour blindness can tell apart.

Nothing is ever lost: Esc returns to the place before, as it was, also after the files were read again. Secrets are shown as \`<redacted>\`. The window needs
60 by 16 characters.`;

const SECTIONS: readonly Section[] = [
  {
    title: 'Overview',
    text: 'What was loaded, where requests come in and for which hosts, findings by level and rule, resources by kind. Enter leads from each row to what it is about. Findings are worked out after the first screen is there; a line at the foot tells how far that is.',
    keys: '1',
    frame: 'overview-120x40',
  },
  {
    title: 'Tree',
    text: 'Listeners, route configurations, virtual hosts, routes, clusters, endpoints, with what was found about each: `✖` error, `▲` warning, `●` info, followed by `·` where it is somewhere inside. A route that no request reaches is `dead`, a cluster that nothing reaches `unused`, and `no cluster` marks a route to one that is not there. Beside it stands the item in its normalized form.',
    keys: '2',
    frame: 'tree-120x40',
  },
  {
    title: 'Search',
    text: 'Type after `/`: names, domains, paths and values, in everything that was written. Only what holds the text is shown, with what leads to it; ↑ and ↓ move while you type, Enter keeps the search, `n` and `N` go from match to match, Esc shows everything again, with the cursor still on what was found. In the other views `/` looks in their rows.',
    keys: '2 / search',
    frame: 'search',
  },
  {
    title: 'Detail',
    text: 'Enter on a row goes into its detail: each value with where it comes from (the number of its line, `default` where nobody wrote it, `migrated` where it was written in an older form), and below it what the field under the cursor means. Enter on the name of a cluster goes there. `d` hides defaults.',
    keys: '→ ↓ ↓',
    frame: 'detail-120x40',
  },
  {
    title: 'Source',
    text: '`s` shows the text of the file instead, and back. From 150 columns on it always stands beside the detail.',
    keys: 's',
    frame: 'source',
  },
  {
    title: 'From routes to clusters and back',
    text: '`f` goes from a listener to its routes, from a route to its cluster, and from a cluster to everything that names it: routes, weighted routes, mirrors, services that the proxy itself calls.',
    keys: 'f',
    frame: 'follow',
  },
  {
    title: 'Findings',
    text: 'Everything that `cfgtool analyze` reports, by rule. `E`, `W` and `I` hide and show a level, `o` shows one rule alone, `/` searches. Below stands the finding with its place and the explanation of its rule; of a route that is never reached also the routes that take its requests, side by side. Enter goes to the place in the tree.',
    keys: '3',
    frame: 'findings-120x40',
  },
  {
    title: 'Trace',
    text: 'Type a request, as curl and `cfgtool trace` take it (the scheme may be left out, and is http then): the way it takes, step by step, from the listener to the cluster, with the reason at each step. `r` has the last request again, to be changed or replaced. `[` and `]` turn to earlier requests. In the tree `r` on a route asks for a request that lands there; for a dead route it says why there is none. Where several listeners or route configurations could be meant they stand in a list: Enter on one asks about it; `--listener NAME` and `@ROUTE-CONFIG` say it in the line.',
    keys: "4 GET 'https://shop.copperleaf.test/search?q=tea' Enter",
    frame: 'trace',
  },
  {
    title: 'Migrate',
    text: 'The edits of `cfgtool migrate`, one by one, each as a diff of the text. Those of optional migrations (`--also`) stand after the others, then the resources that `--to v3` would lift, each a piece with every migration that it needs, and at the end what cannot be converted or lifted, with its reason. `a` accepts, `d` leaves, `A` accepts all but the optional ones, `V` the whole lift; `w` writes what was accepted with the same checks as `migrate --write`, `p` saves it as a patch instead.',
    keys: '5',
    frame: 'migrate',
  },
  {
    title: 'Diff',
    text: 'With two inputs: the requests that are handled differently, then the changes by level, and below both sides at the place, scrolled together. `]` and `[` go from change to change, `c` hides what is only cosmetic. Tree, findings and migration show the newer side.',
    keys: '6',
    frame: 'diff',
  },
  {
    title: 'Commands',
    text: '`:` takes a command; Tab completes it, names of listeners, hosts and clusters included.',
    keys: ':go s Tab',
    frame: 'command',
  },
];

/** The whole page. */
export function explorePage(): string {
  const sections = SECTIONS.map(
    ({ title, text, keys, frame }) =>
      `## ${title}\n\n${text}\n\nKeys: \`${keys}\`\n\n\`\`\`text\n${frameText(frame)}\`\`\``,
  );
  return `${[INTRODUCTION, ...sections, keysPart(), commandsPart()].join('\n\n')}\n`;
}

function frameText(name: string): string {
  return readFileSync(join('snapshots', 'tui', `${name}.txt`), 'utf8');
}

function keysPart(): string {
  const groups = KEY_GROUPS.map(({ title, bindings }) => {
    const rows = bindings.map((binding) =>
      tableRow(keysText(binding.keys), `${binding.help}${whereText(binding)}`),
    );
    return `### ${title}\n\n| keys | what they do |\n|---|---|\n${rows.join('\n')}`;
  });
  const line = LINE_KEYS.map(({ keys, help }) => tableRow(keysText(keys), help));
  const mouse = MOUSE.map(({ what, help }) => tableRow(what, help));
  return `## Keys\n\n${groups.join('\n\n')}\n\n### While a line is typed\n\n| keys | what they do |\n|---|---|\n${line.join('\n')}\n\n### Mouse\n\n| mouse | what it does |\n|---|---|\n${mouse.join('\n')}`;
}

function keysText(keys: readonly string[]): string {
  return keys.map((key) => `\`${keyLabel(key)}\``).join(' ');
}

function whereText({ where }: Binding): string {
  return where === 'everywhere' ? '' : ` (in ${where.join(', ')})`;
}

function tableRow(left: string, right: string): string {
  return `| ${left.replaceAll('|', '\\|')} | ${right.replaceAll('|', '\\|')} |`;
}

function commandsPart(): string {
  const rows = LINE_COMMANDS.map(({ name, argument, help }) =>
    tableRow(`\`:${name}${argument === '' ? '' : ` ${argument}`}\``, help),
  );
  return `## Commands of the command line\n\n| command | what it does |\n|---|---|\n${rows.join('\n')}`;
}
