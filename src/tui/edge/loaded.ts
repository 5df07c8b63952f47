/** What the command hands to the explorer: how to read, and how to write, both already knowing the flags. */
import type { Configuration } from '../../model/index.ts';
import type { SourceFile } from '../../source/load.ts';
import type { JobInput, MigratedText } from '../jobs/index.ts';

/** One input as it was read. */
export interface LoadedSide {
  /** As the person named it. */
  readonly name: string;
  readonly configurations: readonly Configuration<SourceFile>[];
}

export interface Loaded {
  readonly side: LoadedSide;
  readonly before?: LoadedSide;
  /** The same for the worker. */
  readonly input: JobInput;
}

/** Running proxies among the inputs, which are asked again and again. */
export interface Polling {
  readonly seconds: number;
  /** Whether each of them still answers what was read; also false where one does not answer. */
  isCurrent(loaded: Loaded): Promise<boolean>;
}

export interface ExploreHost {
  /** Reads the inputs. @throws InputError where one cannot be read */
  load(): Promise<Loaded>;
  /** Whether every file on disk still holds the text that was read. */
  isCurrent(loaded: Loaded): Promise<boolean>;
  /** Writes migrated files in place with all checks of `migrate --write`. @returns what went wrong, a line each */
  write(files: readonly MigratedText[]): Promise<readonly string[]>;
  /** Writes a file that may not be there yet. @throws InputError */
  save(path: string, text: string): Promise<void>;
  /** Milliseconds. */
  now(): number;
  /** Absent where nothing is asked again. */
  readonly polling?: Polling | undefined;
}
