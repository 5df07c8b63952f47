/** What becomes of encryption where a transport socket comes, goes or gives way to another one. */
import { isEncrypted, type Protection, protectionOfSocket } from '../../../model/transport.ts';
import type { Level } from '../../change.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Location } from '../../facts/side.ts';
import type { Impact, Way } from './topic.ts';

/** Encryption is what is added or removed; where it may be on both sides, or on neither, something else changed. */
export function wayOfSocket(fact: Fact): Way {
  const [before, after] = protections(fact);
  if (isEncrypted(before) && after === 'plaintext') return 'removed';
  return before === 'plaintext' && isEncrypted(after) ? 'added' : 'changed';
}

/** A socket that comes, goes or changes where both sides are plaintext encrypts nothing and reveals nothing. */
export function levelOfSocket(_way: Way, { fact }: Impact): Level | undefined {
  return isAboutSocket(fact) && protections(fact).every((each) => each === 'plaintext') ? 'info' : undefined;
}

function isAboutSocket({ step }: Fact): boolean {
  return step?.kind === 'field' && step.name === 'transport_socket';
}

function protections({ before, after }: Fact): readonly [before: Protection, after: Protection] {
  return [protectionAt(before), protectionAt(after)];
}

/** No socket is plaintext. */
function protectionAt(spot: Location | undefined): Protection {
  return spot?.value === undefined
    ? 'plaintext'
    : protectionOfSocket(spot.value, spot.sideRoot.source.configuration.namespace);
}
