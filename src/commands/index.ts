/** The commands, in the order of the contract: a line each. Only what the arguments name is loaded. */
const loaders = {
  migrate: () => import('./migrate.ts'),
  diff: () => import('./diff.ts'),
  analyze: () => import('./analyze.ts'),
  explore: () => import('./explore.ts'),
  normalize: () => import('./normalize.ts'),
  trace: () => import('./trace.ts'),
  test: () => import('./test.ts'),
  prove: () => import('./prove.ts'),
  why: () => import('./why.ts'),
  explain: () => import('./explain.ts'),
  schema: () => import('./schema.ts'),
  validate: () => import('./validate.ts'),
  assemble: () => import('./assemble.ts'),
  report: () => import('./report.ts'),
  init: () => import('./init.ts'),
  completion: () => import('./completion.ts'),
  lsp: () => import('./lsp.ts'),
  playground: () => import('./playground.ts'),
};

export const commandNames: readonly string[] = Object.keys(loaders);

/** The class of a command. @param name one of {@link commandNames} */
export async function loadCommand(name: string) {
  const { default: command } = await loaders[name as keyof typeof loaders]();
  return command;
}
