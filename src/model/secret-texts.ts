/** Secrets in texts that stand in a document beside a configuration, such as the other keys of a ConfigMap. */
import type { Data } from '../source/data.ts';
import { InputError } from '../source/errors.ts';
import { looksLikeJson, readJson } from '../source/json.ts';
import { isKey } from '../source/pointer.ts';
import { REDACTED, settingSecrets } from '../source/secret-looks.ts';
import { kindOf, type NodeId, NodeKind, ROOT, type SourceTree, scalarText, setOwn } from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import { dataSpans } from './secret-spans.ts';

/** Texts within texts are read so deep; nobody writes deeper ones. */
const DEEPEST = 3;
/** Texts looked at in one document, so that one of a million strings stays quick. */
const MAX_TEXTS = 10_000;

/**
 * What is secret in the texts of a document by the names in them: settings such as `DB_PASSWORD=…`, and JSON or YAML
 * of whatever kind.
 *
 * @param skipped texts that are looked into otherwise
 */
export function secretsInTexts(
  tree: SourceTree,
  skipped: ReadonlySet<NodeId> = new Set(),
  depth = 1,
): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  for (let node = 0; node < tree.size && looked < MAX_TEXTS; node++) {
    const kind = kindOf(tree, node);
    if (isContainer(kind) || kind === NodeKind.Alias || skipped.has(node)) continue;
    const text = scalarText(tree, node);
    if (!/[:=]/.test(text) || isKey(tree, node)) continue;
    looked++;
    for (const secret of secretsOfText(text, depth)) found.push(secret);
  }
  return found;
}

/** Data that no table describes, without what is secret by the names within its texts. */
export function withoutSecretsInTexts(data: Data): Data {
  if (typeof data === 'string') return withoutSecretsOf(data);
  if (Array.isArray(data)) return data.map(withoutSecretsInTexts);
  if (typeof data !== 'object' || data === null || 'toJSON' in data) return data;
  const made: { [key: string]: Data } = {};
  for (const [key, value] of Object.entries(data)) setOwn(made, key, withoutSecretsInTexts(value));
  return made;
}

function withoutSecretsOf(text: string): string {
  const secrets = [...new Set(secretsOfText(text, 1))];
  if (secrets.length > MAX_SECRETS) return REDACTED;
  let shown = text;
  for (const secret of secrets.sort((left, right) => right.length - left.length)) {
    const lines = secret.split(/\s*\n\s*/).filter((line) => line !== '');
    const forms = [secret, ...lines].flatMap((form) => [form, escaped(form), escaped(escaped(form))]);
    const present = forms.filter((form) => shown.includes(form));
    // What is not there as it is may be there in another form.
    if (present.length === 0 && !shown.includes(REDACTED)) return REDACTED;
    for (const form of present) shown = shown.split(form).join(REDACTED);
  }
  return shown;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function secretsOfText(text: string, depth: number): readonly string[] {
  const inner = text.includes('\n') || looksLikeJson(text) ? read(text) : [];
  if (inner.length === 0) return settingSecrets(text);
  const found: string[] = [];
  for (const tree of inner) {
    for (const { texts } of dataSpans(tree, ROOT)) for (const secret of texts) found.push(secret);
    if (depth < DEEPEST) for (const secret of secretsInTexts(tree, undefined, depth + 1)) found.push(secret);
  }
  return found;
}

/** A text with more secrets in it is hidden as a whole: each is looked for in all of it. */
const MAX_SECRETS = 200;

/** The documents of a text; none where it is no map and no list. */
function read(text: string): readonly SourceTree[] {
  try {
    const trees = looksLikeJson(text) ? readJson('text', text) : readYaml('text', text);
    return trees.filter((tree) => tree.size > 0 && isContainer(kindOf(tree, ROOT)));
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

function isContainer(kind: NodeKind): boolean {
  return kind === NodeKind.Map || kind === NodeKind.List;
}
