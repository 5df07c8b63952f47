/** A folder of configurations of all kinds, as a fleet has them, and the schemas of what is said about them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const cluster = (name: string, more = '') => `name: ${name}\nconnect_timeout: 1s\n${more}`;
const hosts = 'hosts: [{ socket_address: { address: 10.0.0.7, port_value: 8080 } }]\n';
const routes = (first: string) => `name: web
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: ${first} }
    route: { cluster: ${first === '/' ? 'all' : 'cart'} }
  - match: { prefix: /cart/items }
    route: { cluster: cart }
`;

/** Content by name. */
export const FLEET: { readonly [name: string]: string } = {
  'a/clean.yaml': cluster('clean'),
  'a/legacy.yaml': cluster('legacy', hosts),
  'a/misspelt.yaml': cluster('misspelt', 'lb_polcy: RANDOM\n'),
  'b/legacy-again.yaml': cluster('legacy', hosts),
  'b/hidden.yaml': `${cluster('hidden')}# cfgtool-ignore deprecated-field: later\n${hosts}`,
  'b/broken.yaml': 'name: [cart\n',
  'b/other.yaml': 'greeting: hello\n',
  'b/one-line.json': JSON.stringify({
    clusters: Array.from({ length: 40 }, (_, index) => ({
      name: `c${index}`,
      connect_timeout: '1s',
      lb_policy: 'round_robin',
    })),
  }),
  'c/routes.yaml': routes('/'),
  'c/documents.yaml': `${cluster('first', hosts)}---\n${cluster('second', hosts)}`,
  'c/token.yaml': `name: keys
virtual_hosts:
- name: keys
  domains: ["*"]
  request_headers_to_add: [{ header: { key: authorization, value: s3cr3t-of-the-fleet } }]
  routes:
  - match: { prefix: /, headers: [{ name: authorization, exact_match: s3cr3t-of-the-fleet }] }
    route: { cluster: keys, weight: heavy }
`,
};

/** The same files after a change of some of them. */
export const CHANGED: { readonly [name: string]: string } = {
  ...FLEET,
  'a/clean.yaml': cluster('clean', 'lb_policy: RANDOM\n'),
  'c/routes.yaml': routes('/cart'),
  'c/new.yaml': cluster('new'),
};

export function writeAll(folder: string, files: { readonly [name: string]: string }): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: false });
const schema = (name: string) => JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, 'utf8'));
for (const name of ['analyze', 'diff', 'migrate']) ajv.addSchema(schema(name));
const compiled = ajv.compile(schema('lines'));
const validate = (value: unknown): boolean => compiled(value);

interface Told {
  readonly rule: string;
  readonly level: string;
  readonly file: string;
}

/** A line as tests look at it. */
export interface ReportLine {
  readonly cfgtool: object;
  readonly file: string;
  readonly order?: number;
  readonly findings?: readonly Told[];
  readonly changes?: readonly Told[];
  readonly applied?: readonly object[];
  readonly equal?: boolean;
  readonly lines?: { readonly lines: readonly { readonly line: number; readonly text: string }[] };
  readonly error?: { readonly problem: string; readonly position?: object };
  readonly skipped?: string;
  readonly summary?: { readonly [name: string]: number };
  readonly partial?: true;
  readonly run?: { readonly [name: string]: unknown };
}

/** The lines of a report, each held against the schema. @throws Error where one is not as it says */
export function linesOf(text: string): ReportLine[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const value: ReportLine = JSON.parse(line);
      if (!validate(value)) throw new Error(`${line.slice(0, 200)}: ${ajv.errorsText(compiled.errors)}`);
      return value;
    });
}

/** What is wrong with a JSON report. */
export function wrongWith(command: 'analyze' | 'diff' | 'migrate', text: string): string | undefined {
  const check = ajv.getSchema(`https://cfgtool.invalid/schemas/${command}.schema.json`);
  return check?.(JSON.parse(text)) === true ? undefined : ajv.errorsText(check?.errors);
}
