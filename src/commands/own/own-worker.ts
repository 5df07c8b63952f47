/**
 * The entry of the thread in which modules of own rules run, which opens what they look at by itself. The file that
 * starts it hands in `import()`, which the program's own chunks have not.
 */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { codeRule, problemOfRule } from '../../analyze/own/rule.ts';
import type { OwnRule } from '../../analyze/own/types.ts';
import { nodeOf } from '../../analyze/place.ts';
import type { RunRule } from '../../analyze/rule.ts';
import type { FoundElsewhere } from '../../analyze/run.ts';
import { subjectOf } from '../../analyze/subject.ts';
import { visitMessages } from '../../analyze/visit.ts';
import { openConfiguration } from '../../model/open.ts';
import { serve } from '../../rpc/serve.ts';
import { sourceFile } from '../../source/load.ts';
import type { NamedRule } from '../analyze-options.ts';
import { type NamedFile, takeDescriptors } from '../descriptors.ts';
import type { OwnQuestion, OwnReply, OwnStart } from './found.ts';

/** What goes wrong in a module, with its name. */
class ModuleProblem extends Error {
  readonly file: string;

  constructor(file: string, problem: string) {
    super(problem);
    this.file = file;
  }
}

interface LoadedRule {
  readonly file: string;
  readonly rule: RunRule;
  readonly shown: NamedRule;
}

/** Findings of one question beyond which a rule is not asked further. */
const MAX_FOUND = 20_000;

type ImportModule = (url: string) => Promise<{ readonly default?: unknown }>;

async function load({ path, shown }: NamedFile, importModule: ImportModule): Promise<readonly LoadedRule[]> {
  let exported: { readonly default?: unknown };
  try {
    exported = await importModule(pathToFileURL(path).href);
  } catch (error) {
    throw new ModuleProblem(shown, `it cannot be loaded: ${wordsOf(error)}`);
  }
  const all = Array.isArray(exported.default) ? exported.default : [exported.default];
  return all.map((rule): LoadedRule => {
    const problem = rule === undefined ? 'it exports no rule as its default' : problemOfRule(rule);
    if (problem !== undefined) throw new ModuleProblem(shown, problem);
    const { id, level, purpose } = rule as OwnRule;
    return { file: shown, rule: codeRule(rule as OwnRule), shown: { id, level, purpose } };
  });
}

function answer(question: OwnQuestion, rules: readonly LoadedRule[]): readonly FoundElsewhere[] {
  const configurations = question.map(({ name, text, found, type, namespace, api, release }) =>
    openConfiguration(sourceFile(name, text, found), {
      ...(type === undefined ? {} : { type }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(api === undefined ? {} : { api }),
      ...(release === undefined ? {} : { release }),
    }),
  );
  const subject = subjectOf(configurations, { now: () => performance.now() });
  const order = new Map(subject.documents.map((document, index) => [document, index]));
  const found: FoundElsewhere[] = [];
  // One rule after the other, so that what it throws is known to be its own.
  for (const { file, rule } of rules) {
    try {
      visitMessages(
        subject,
        [rule],
        (id, own) => (draft) => {
          if (found.length >= MAX_FOUND) throw new Error(`more than ${MAX_FOUND} findings`);
          const { document, node, key } = nodeOf(draft.at);
          const { message, level = own, identity } = draft;
          const place = { document: order.get(document) ?? 0, node, ...(key === undefined ? {} : { key }) };
          found.push({ rule: id, level, message, ...place, ...(identity === undefined ? {} : { identity }) });
        },
        { found: () => found.length },
      );
    } catch (error) {
      const name = question[0]?.name ?? '';
      throw new ModuleProblem(file, `${rule.id} failed on ${name}: ${wordsOf(error)}`);
    }
  }
  return found;
}

function wordsOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split('\n')[0] ?? text;
}

async function loadAll(
  { modules, descriptors }: OwnStart,
  importModule: ImportModule,
): Promise<readonly LoadedRule[]> {
  await takeDescriptors(descriptors);
  const rules: LoadedRule[] = [];
  for (const each of modules) rules.push(...(await load(each, importModule)));
  return rules;
}

export function serveOwnRules(importModule: ImportModule): void {
  if (parentPort === null) throw new Error('this is the entry of a thread');
  let loading: Promise<readonly LoadedRule[]> | undefined;
  serve<OwnStart, OwnQuestion>(parentPort, {
    tell(start) {
      loading = loadAll(start, importModule);
      // Whoever asks hears of it.
      loading.catch(() => {});
    },
    async answer(question): Promise<OwnReply> {
      try {
        const rules = (await loading) ?? [];
        return { rules: rules.map(({ shown }) => shown), found: answer(question, rules) };
      } catch (error) {
        const file = error instanceof ModuleProblem ? error.file : '';
        return { file, problem: error instanceof ModuleProblem ? error.message : wordsOf(error) };
      }
    },
    problem: wordsOf,
    now: () => performance.now(),
  });
}
