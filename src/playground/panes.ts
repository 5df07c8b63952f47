/** Texts of the page that are configurations, and where places of them are. */
import type { Configuration } from '../model/open.ts';
import { saying } from '../present/html.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import type { Range } from '../source/lines.ts';
import type { PaneId, PanePlace } from './questions.ts';

export interface OpenPane {
  readonly pane: PaneId;
  readonly configuration: Configuration;
}

/** Where a place of a file is in the page. */
export function placeIn(
  panes: readonly OpenPane[],
  place: { readonly file: string; readonly range: Range } | undefined,
): PanePlace | undefined {
  const pane = panes.find(({ configuration }) => configuration.file.name === place?.file)?.pane;
  return place === undefined || pane === undefined ? undefined : { pane, range: place.range };
}

/** How texts about these configurations are shown. @param more secrets that no configuration holds */
export function sayingOf(panes: readonly OpenPane[], more: readonly string[] = []): (text: string) => string {
  const configurations = panes.map(({ configuration }) => configuration);
  return saying(redactionOf(configurations, false, more).redact);
}
