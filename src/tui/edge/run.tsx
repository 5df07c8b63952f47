/** The explorer at work: reads the terminal, keeps the state, draws it, and does what the reducer wants done. */
import { render } from 'ink';
import { App } from '../app.tsx';
import { reduce } from '../reduce.ts';
import { type Action, initialState, type State } from '../state.ts';
import type { ThemeName } from '../theme.ts';
import { doEffects } from './effects.ts';
import { inputDecoder } from './input.ts';
import { type ExploreHost, type Loaded, sessionOf } from './reading.ts';
import { frameStream, screenOn } from './screen.ts';
import { type TerminalProcess, takeTerminal } from './terminal.ts';

export interface ExploreOptions {
  readonly host: ExploreHost;
  readonly loaded: Loaded;
  readonly theme: ThemeName;
  readonly process: TerminalProcess & {
    readonly stdout: NodeJS.WriteStream;
    readonly env: { readonly [name: string]: string | undefined };
  };
}

/** How long an Escape waits for the rest of a sequence, in milliseconds. */
const SEQUENCE = 40;

/** Explores until the person quits. @throws what a view threw, with the terminal given back */
export async function explore({ host, loaded, theme, process: of }: ExploreOptions): Promise<void> {
  const screen = screenOn(of.stdout);
  let state: State = {
    ...initialState(sessionOf(loaded, host), screen.size, theme),
    isNew: true,
  };
  // Nothing reaches the terminal before it is taken.
  screen.pause();
  const ink = render(<App state={state} />, {
    stdout: frameStream(screen),
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  let isOver = false;
  const dispatch = (...actions: readonly Action[]): void => {
    if (isOver) return;
    const before = state;
    for (const action of actions) {
      const reduced = reduce(state, action);
      state = reduced.state;
      for (const effect of reduced.effects) effects.run(effect);
    }
    if (state !== before && !isOver) ink.rerender(<App state={state} />);
  };
  const decoder = inputDecoder();
  let waiting: NodeJS.Timeout | undefined;
  const terminal = takeTerminal(of, {
    input(chunk) {
      clearTimeout(waiting);
      dispatch(...decoder.push(chunk));
      if (decoder.isWaiting) waiting = setTimeout(() => dispatch(...decoder.flush()), SEQUENCE);
    },
    taken() {
      const { columns, rows } = screen.size;
      if (columns !== state.size.columns || rows !== state.size.rows) resized();
      screen.redraw();
    },
    given: () => screen.pause(),
  });
  const resized = (): void => {
    dispatch({ kind: 'resize', ...screen.size });
    screen.redraw();
  };
  let quit = (): void => {};
  const wantsToQuit = new Promise<void>((resolve) => {
    quit = resolve;
  });
  const effects = doEffects({ host, loaded, screen, terminal, of, dispatch, quit: () => quit() });
  of.stdout.on('resize', resized);
  // The first frame is on the screen; the rest of the work begins behind it.
  setImmediate(() => effects.begin());
  try {
    await Promise.race([wantsToQuit, ink.waitUntilExit()]);
  } finally {
    isOver = true;
    clearTimeout(waiting);
    of.stdout.off('resize', resized);
    effects.end();
    terminal.release();
    ink.unmount();
  }
}
