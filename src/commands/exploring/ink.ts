/** Loads the terminal UI with the libraries that draw it. They look at the environment while they are loaded. */

/**
 * What must not be seen meanwhile: in CI ink draws nothing, which is no question where a terminal is there; DEV asks
 * for a debugger; and React is three times faster where it knows that nobody debugs it.
 */
const SET_ASIDE = ['CI', 'CONTINUOUS_INTEGRATION', 'DEV', 'NODE_ENV'] as const;

export async function inkAndViews(): Promise<typeof import('../../tui/edge/run.tsx')> {
  const before = SET_ASIDE.map((name) => [name, process.env[name]] as const);
  for (const name of SET_ASIDE) delete process.env[name];
  process.env.NODE_ENV = 'production';
  try {
    return await import('../../tui/edge/run.tsx');
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
