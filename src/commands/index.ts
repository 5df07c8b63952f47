/** The commands, in the order of the contract. Only what the arguments name is loaded; help names them all. */
const loaders = {
  migrate: () => import('./migrate.ts'),
  diff: () => import('./diff.ts'),
  analyze: () => import('./analyze.ts'),
  normalize: () => import('./normalize.ts'),
  trace: () => import('./trace.ts'),
  test: () => import('./test.ts'),
  explain: () => import('./explain.ts'),
  schema: () => import('./schema.ts'),
};

type Name = keyof typeof loaders;

/** Other names of commands. */
export const aliases: ReadonlyMap<string, string> = new Map([['lint', 'analyze']]);

const names = Object.keys(loaders) as Name[];
const named = process.argv.slice(2).find((argument) => argument in loaders || aliases.has(argument));
const wanted = (aliases.get(named ?? '') ?? named) as Name | undefined;

export const commandNames: readonly string[] = names;

export const commands = Object.fromEntries(
  await Promise.all(
    (wanted === undefined ? names : [wanted]).map(
      async (name) => [name, (await loaders[name]()).default] as const,
    ),
  ),
);
