/** Secrets in data that no table describes, found by the names that they stand under. */
import { isNoSecret } from '../source/secret-looks.ts';
import {
  isCredentialHeader,
  isNamedValue,
  isNamingKey,
  isOpenPart,
  type Secrecy,
  secrecyOf,
} from '../source/secret-names.ts';

type Entries<N> = readonly (readonly [key: string, value: N])[];

/** How to look at data, be it a tree or values, and what to do about what is found. */
export interface View<N> {
  /** The items of a list. */
  items(node: N): Iterable<N> | undefined;
  /** The entries of a map. */
  entries(node: N): Entries<N> | undefined;
  /** What a scalar says; undefined where the node is none. */
  text(node: N): string | undefined;
  isPassedOver(node: N, secrecy: Secrecy): boolean;
  /** A scalar was reached, which is secret as a whole or may hold secrets by its looks. */
  found(scalar: N, isSecret: boolean): void;
}

/** Goes through data and everything in it, each part with how much of it is secret. */
export function search<N>(view: View<N>, data: N, secrecy: Secrecy): void {
  const open: { readonly node: N; readonly secrecy: Secrecy }[] = [{ node: data, secrecy }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, secrecy } = next;
    if (view.isPassedOver(node, secrecy)) continue;
    const list = view.items(node);
    const map = list === undefined ? view.entries(node) : undefined;
    if (list !== undefined) for (const item of list) open.push({ node: item, secrecy });
    else if (map === undefined) view.found(node, secrecy !== 'inside' && !isNoSecret(view.text(node) ?? ''));
    else {
      const header = secrecy === 'whole' ? undefined : credentialNamed(view, map);
      const isManifest = secrecy !== 'whole' && isSecretManifest(view, map);
      for (const [key, value] of map) {
        if (secrecy === 'whole') open.push({ node: value, secrecy: isOpenPart(key) ? 'inside' : 'whole' });
        else if (isManifest && MANIFEST_DATA.test(key)) open.push({ node: value, secrecy: 'whole' });
        else open.push({ node: value, secrecy: secrecyBeside(key, header) });
      }
    }
  }
}

/** How much is secret of what stands under a key, beside the name of a header that carries a credential. */
export function secrecyBeside(key: string, header: string | undefined): Secrecy {
  return header !== undefined && isNamedValue(key, header) ? 'whole' : secrecyOf(key);
}

/** What says that a manifest is one of a Kubernetes Secret. */
const KIND = 'kind';
/** What holds the secrets of such a manifest. */
const MANIFEST_DATA = /^(?:data|stringData)$/;

/** Whether what stands under a key says how much is secret of what stands beside it. */
export function saysWhatIsSecret(key: string): boolean {
  return key === KIND || isNamingKey(key);
}

function isSecretManifest<N>(view: View<N>, map: Entries<N>): boolean {
  return map.some(([key, value]) => key === KIND && view.text(value) === 'Secret');
}

/** The credential that a map names, whose value stands beside the name. */
function credentialNamed<N>(view: View<N>, map: Entries<N>): string | undefined {
  for (const [key, value] of map) {
    if (!isNamingKey(key)) continue;
    const name = view.text(value);
    if (name !== undefined && isCredentialHeader(name)) return name;
  }
  return undefined;
}
