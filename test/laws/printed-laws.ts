/** Laws of requests that commands print: given to `trace` as they stand they do what was said of them. */
import { opened } from '../opened.ts';
import { demand, type Law, law } from './law.ts';
import { changedListenings, listenings, listeningText } from './listening.ts';
import {
  type Tried,
  triedByAnalyze,
  triedByDiff,
  triedByExplore,
  triedBySuggest,
} from './printed/checking.ts';

function demandAll(tried: readonly Tried[]): void {
  for (const { by, request, wrong } of tried)
    demand(wrong === undefined, () => `${by} prints ${JSON.stringify(request)}; ${wrong}`);
}

export const printedLaws: readonly Law[] = [
  law(
    {
      id: 'printed-requests',
      says: 'Requests that analyze, test --suggest and explore print do in trace what was said of them',
      runs: 60,
      slow: 10,
    },
    [listenings],
    (listening) => {
      const configuration = opened(listeningText(listening), { api: 'v2' }, 'front.json');
      demandAll(triedByAnalyze(configuration));
      demandAll(triedBySuggest(configuration));
      demandAll(triedByExplore(configuration));
    },
  ),
  law(
    {
      id: 'printed-differences',
      says: 'So do requests that diff prints, on either side',
      runs: 60,
      slow: 10,
    },
    [changedListenings],
    ({ before, after }) => {
      const sides = [before, after].map(
        (side) => [opened(listeningText(side), { api: 'v2' }, 'front.json')] as const,
      );
      const [one, other] = sides;
      if (one !== undefined && other !== undefined) demandAll(triedByDiff(one, other));
    },
  ),
];
