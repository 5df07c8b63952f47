/** Opens an edited text as the configuration that it was. */
import type { Release } from '../schema/release.ts';
import type { ApiVersion } from '../schema/version.ts';
import { sourceFile } from '../source/load.ts';
import { ROOT } from '../source/tree.ts';
import { type Configuration, type OpenableFile, openConfiguration } from './open.ts';

/**
 * The edited text of a configuration, read from the beginning: what its documents hold, and its namespace where
 * that was not given, are found anew.
 *
 * @param api the version of the API where the text does not show it: that of the configuration where absent, none given
 * where null
 * @throws InputError where the text is no configuration any more
 */
export function reopened(configuration: Configuration, text: string, api?: ApiVersion | null): Configuration {
  const { file, namespace, wordIsGiven } = configuration;
  return openConfiguration(sourceFile(file.name, text, 'named'), {
    ...(wordIsGiven ? { namespace: namespace } : {}),
    ...releaseOf(configuration),
    ...(api === undefined ? apiOf(configuration) : api === null ? {} : { api }),
    ...typeOf(configuration),
  });
}

/** A configuration of which nothing shows the version of the API, read in another one. */
export function readAs<F extends OpenableFile>(
  configuration: Configuration<F>,
  api: ApiVersion,
): Configuration<F> {
  const { file, namespace, wordIsGiven } = configuration;
  return openConfiguration(file, {
    ...(wordIsGiven ? { namespace: namespace } : {}),
    api,
    ...releaseOf(configuration),
    ...typeOf(configuration),
  });
}

/** A configuration held to another release of the proxy. */
export function readAtRelease(configuration: Configuration, release: Release): Configuration {
  const { file, namespace, wordIsGiven } = configuration;
  return openConfiguration(file, {
    ...(wordIsGiven ? { namespace: namespace } : {}),
    release,
    ...apiOf(configuration),
    ...typeOf(configuration),
  });
}

/** The only sign of the version may be in what an edit takes away, which most often is a form of version 2. */
export function apiOf({ api }: Configuration): { readonly api: ApiVersion } {
  return { api: api === 'mixed' ? 'v2' : api };
}

/** A release that was given holds for the edited text too; one that the text states is found in it again. */
export function releaseOf({ release: { from, release } }: Configuration): { readonly release?: Release } {
  return from === 'given' ? { release } : {};
}

/** A file that was read as a given message has to be read as that again. */
export function typeOf({ roots, file }: Configuration): { readonly type?: string } {
  const [root] = roots;
  const whole =
    root !== undefined &&
    roots.every(
      (each) =>
        each.type === root.type &&
        each.types === undefined &&
        each.embedded === undefined &&
        each.node === ROOT,
    );
  return whole && roots.length === file.trees.length ? { type: root.type } : {};
}
