/**
 * The README's picture, which `npm run docs` writes: an animated SVG of a terminal in which the commands of its questions are run.
 * The outputs are those of the built program, so that the picture cannot show what is not so; test/readme.test.ts
 * makes it again.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export const PICTURE = 'docs/pictures/terminal.svg';

const COLUMNS = 100;
const ROWS = 21;
/** Seconds that a command and what it prints are shown. */
const SECONDS = 6;
/** Pixels of a character. */
const [WIDTH, HEIGHT] = [8.43, 19];
const FOLDER = 'examples/gateway';

/** Commands as they are typed, in the folder of the example, and what makes what they read. */
const SCENES: readonly (readonly [says: string, command: string])[] = [
  ['which routes are dead?', 'cfgtool analyze front.yaml'],
  ['why does this request go there?', 'cfgtool trace front.yaml books.test/search/suggest'],
  [
    'what does this change mean?',
    "sed 's|path_separated_prefix: /cart|path: /cart|' front.yaml | cfgtool diff front.yaml -",
  ],
  ['does it hold of all requests?', 'cfgtool prove front.yaml --properties properties.yaml'],
  ['how do we leave version 2?', 'cfgtool migrate ../bank.yaml --to v3 --format diff'],
];

/** Colours of the escape sequences that the program writes, on a dark ground. */
const COLORS: ReadonlyMap<string, string> = new Map([
  ['1', 'b'],
  ['2', 'd'],
  ['31', 'r'],
  ['32', 'g'],
  ['33', 'y'],
  ['34', 'u'],
  ['35', 'm'],
  ['36', 'c'],
]);

const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#dfe5ec;white-space:pre}
.b{font-weight:700}.d{fill:#8b97a5}.r{fill:#ff8a80}.g{fill:#8fd694}.y{fill:#f2c14e}.u{fill:#82b7ff}.m{fill:#c9a8f0}.c{fill:#6fd3e0}
.s{opacity:0;animation:s ${SCENES.length * SECONDS}s step-end infinite}
@keyframes s{0%{opacity:1}${100 / SCENES.length}%,100%{opacity:0}}
@media (prefers-reduced-motion:reduce){.s{animation:none}.first{opacity:1}}`;

/** The picture as a file. */
export function picture(): string {
  const [width, height] = [Math.ceil(COLUMNS * WIDTH + 32), ROWS * HEIGHT + 56];
  const scenes = SCENES.map(([says, command], index) => {
    const prompt = `\u001b[2m# ${says}\u001b[0m\n\u001b[32m$\u001b[0m \u001b[1m${command}\u001b[0m\n`;
    const lines = `${prompt}${outputOf(command)}`.split('\n').slice(0, ROWS);
    const rows = lines.map((line, row) => rowOf(line, row)).join('\n');
    return `<g class="s${index === 0 ? ' first' : ''}" style="animation-delay:${index * SECONDS - SCENES.length * SECONDS}s">\n${rows}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`A terminal with five commands of cfgtool: ${SCENES.map(([says]) => says).join(' ')}`)}">
<style>${STYLE}</style>
<rect width="${width}" height="${height}" rx="10" fill="#12171d"/>
<g fill="#3a4450"><circle cx="20" cy="18" r="6"/><circle cx="40" cy="18" r="6"/><circle cx="60" cy="18" r="6"/></g>
${scenes.join('\n')}
</svg>
`;
}

function outputOf(command: string): string {
  const program = `'${process.execPath}' '${resolve('bin/run.js')}'`;
  const { stdout } = spawnSync('sh', ['-c', command.replaceAll('cfgtool', program)], {
    cwd: FOLDER,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, FORCE_COLOR: '1', CFGTOOL_CODE_CACHE: '0' },
  });
  return stdout;
}

/** A line with its colours, cut at the edge of the window. */
function rowOf(line: string, row: number): string {
  let left = COLUMNS;
  let color = '';
  const spans = line.split('\u001b[').map((part, index) => {
    const [, code = '', text = part] = index === 0 ? [] : (/^([\d;]*)m(.*)$/.exec(part) ?? []);
    if (index > 0) color = COLORS.get(code) ?? '';
    const shown = [...text].slice(0, left).join('');
    left -= [...shown].length;
    if (shown === '') return '';
    return color === '' ? escaped(shown) : `<tspan class="${color}">${escaped(shown)}</tspan>`;
  });
  return `<text x="16" y="${48 + row * HEIGHT}">${spans.join('')}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
