/** Facts with the names of clusters as they are written: what is found with common names is reported with the own ones. */
import type { Written } from '../form/common-names.ts';
import type { Fact } from './fact.ts';
import type { Location } from './side.ts';

/** @param written undefined where all names are as they are written */
export function factAsWritten<F extends Fact>(fact: F, written: Written | undefined): F {
  if (written === undefined) return fact;
  const { before, after, moved } = fact;
  const both = ([one, other]: readonly [Location | undefined, Location | undefined]) =>
    [one && asWritten(one, written), other && asWritten(other, written)] as const;
  return {
    ...fact,
    ...(before && { before: asWritten(before, written) }),
    ...(after && { after: asWritten(after, written) }),
    ...(moved && { moved: { ...moved, behind: both(moved.behind), ahead: both(moved.ahead) } }),
  };
}

function asWritten(spot: Location, written: Written): Location {
  const { sideRoot, field, inside, value } = spot;
  const message = written(sideRoot.frame.message);
  let own: unknown = field === undefined ? message : message[field];
  for (const step of field === undefined ? [] : inside)
    own = typeof own === 'object' && own !== null ? (own as { [key: string | number]: unknown })[step] : own;
  return {
    ...spot,
    sideRoot: { ...sideRoot, frame: { ...sideRoot.frame, message } },
    value: typeof value === 'string' && typeof own === 'string' ? own : written(value),
  };
}
