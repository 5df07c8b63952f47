export { ownTables } from './own-tables.ts';
