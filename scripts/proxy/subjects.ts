/** Route configurations of version 3 to ask a real proxy about: those of files, and generated ones. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type OpenOptions, openConfiguration } from '../../src/model/index.ts';
import { isReadable } from '../../src/proxy/way-in.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import type { FoundRoutes } from '../../src/routing/where/found-routes.ts';
import { NEWEST_RELEASE } from '../../src/schema/release.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { routeConfiguration } from './generate.ts';
import { knownTo } from './known-to.ts';

export interface Subject {
  readonly name: string;
  readonly found: FoundRoutes;
}

/** Every route configuration of the files of a folder, as a release reads them. */
export function* subjectsIn(folder: string, release = NEWEST_RELEASE): Generator<Subject> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || !/\.(?:ya?ml|json|golden|txt)$/.test(name)) continue;
    yield* subjectsOf(name, readFileSync(path, 'utf8'), { release });
  }
}

/** @param release what the program is, whose fields they are made of */
export function* generatedSubjects(seed: number, runs: number, release = NEWEST_RELEASE): Generator<Subject> {
  const all = fc.sample(routeConfiguration, { seed, numRuns: runs });
  for (const [at, value] of all.entries())
    yield* subjectsOf(
      `generated ${seed}/${at}`,
      JSON.stringify(knownTo(value as object, release, 'RouteConfiguration')),
      { type: 'RouteConfiguration', release },
    );
}

export function* subjectsOf(
  name: string,
  text: string,
  options: Pick<OpenOptions, 'type' | 'release'>,
): Generator<Subject> {
  try {
    const file = sourceFile(name, text, 'named');
    const { routes } = findRouting([openConfiguration(file, { api: 'v3', ...options })]);
    for (const [at, found] of routes.entries())
      if (isReadable({ kind: 'routes', routes: found.written }))
        yield { name: routes.length === 1 ? name : `${name} #${at}`, found };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}
