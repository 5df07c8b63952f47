/** What routes, virtual hosts and route configurations do with headers: the same on each level. */
import { INFO_ENTRY, INFO_PART, type Topic, topic } from './topic.ts';

/** Why a change of headers matters. */
export const HEADERS =
  'Upstreams or clients see other headers; some of them decide about access, caching or routing further on.';

/** @param level the name of the level in the ids of the rules */
export function headerTopics(level: string): readonly Topic[] {
  return (['request', 'response'] as const).flatMap((which) => [
    topic(`${level}-${which}-header`, `${which}_headers_to_add`, INFO_ENTRY, HEADERS),
    topic(`${level}-${which}-header-removal`, `${which}_headers_to_remove`, INFO_PART, HEADERS),
  ]);
}
