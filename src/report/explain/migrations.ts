import type { Migration } from '../../migrate/migration.ts';

export const migrations: readonly Migration[] = [];
