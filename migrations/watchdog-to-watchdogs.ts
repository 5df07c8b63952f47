import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const FIELD = 'watchdog';
const TARGET = 'watchdogs';

/** Bootstrap.watchdog → watchdogs. */
export const watchdogToWatchdogs: Migration = {
  id: 'watchdog-to-watchdogs',
  title: '`watchdog` of a bootstrap becomes `watchdogs`',
  why: 'Version 3 deprecates one watchdog for all threads: the main thread and the workers have one each.',
  how: 'Its settings are written for both. Where `watchdogs` stands beside it, which the proxy refuses, it is left.',
  source: 'full API of version 3: Bootstrap',
  optional: false,
  versions: ['v3'],
  messages: ['Bootstrap'],
  fields: [FIELD],
  example: {
    type: 'Bootstrap',
    before: `watchdog:
  miss_timeout: 0.5s # slow disks
static_resources: {}
`,
    after: `watchdogs:
  main_thread_watchdog:
    miss_timeout: 0.5s # slow disks
  worker_watchdog:
    miss_timeout: 0.5s
static_resources: {}
`,
  },
  plan(view) {
    const watchdog = view.value[FIELD];
    if (!isObject(watchdog)) return [];
    if (view.value[TARGET] !== undefined)
      return leave(FIELD, `${TARGET} stands beside it, and the proxy refuses both: decide which`);
    const from = view.at(FIELD);
    const place = view.place(TARGET);
    const [main, worker] = ['main_thread_watchdog', 'worker_watchdog'].map(
      (field) => `${place}/${view.spelling(field)}`,
    );
    const value = view.spell('Watchdog', structuredClone(Object.fromEntries(Object.entries(watchdog))));
    const edits: Edit[] = [
      { op: 'add', path: place, value: {}, inPlaceOf: from },
      { op: 'move', from, path: main ?? place },
      { op: 'add', path: worker ?? place, value },
    ];
    return [
      {
        kind: 'edits',
        edits,
        reason: `${FIELD} became ${TARGET}, the same for the main thread and the workers`,
      },
    ];
  },
};
