/** Certificates of proofs: what `prove --certificate` writes, and `prove --check` reads. */
import type { Configuration } from '../model/open.ts';
import { InputError } from '../source/errors.ts';
import { type CertifiedCase, checkCertificate, Unproved } from './check.ts';
import { type Entry, entrancesOf, Lists, placesOf } from './places.ts';
import type { Property } from './property.ts';
import type { ProofContext, Verdict } from './prove.ts';

/** What was proved of one property. */
export interface CertifiedProperty {
  readonly name: string;
  readonly when: Property['when'];
  readonly must: Property['must'];
  readonly assuming: readonly string[];
  readonly cases: readonly CertifiedCase[];
}

/** All cases of the input, in which a proof finds nothing; undefined where nothing was proved. */
export function certified(
  property: Property,
  verdict: Verdict,
  proving: ProofContext,
): CertifiedProperty | undefined {
  if (verdict.kind !== 'proved') return undefined;
  const { taken, assuming } = verdict;
  const cases = casesOf(proving).map((at) => ({ at, by: [...(taken.get(at) ?? [])].sort((a, b) => a - b) }));
  return { name: property.name, when: property.when, must: property.must, assuming, cases };
}

function casesOf({ routing, regexes }: ProofContext): readonly string[] {
  const lists = new Lists(regexes);
  const entrances = entrancesOf(routing);
  return routing.listeners.flatMap((listener, number) =>
    listener.chains.flatMap((chain, index) => {
      const at = `${number}/${index}`;
      if (!chain.isHttp) return [at];
      const isHere = (way: Entry): boolean => way.chain === chain;
      return entrances.flatMap(({ found, ways }) => {
        const way = ways.find(isHere);
        if (way === undefined) return [];
        return [...new Set([...placesOf(found, way, routing, lists)].map(({ key }) => `${at}/${key}`))];
      });
    }),
  );
}

/** What checking one property of a certificate comes to. */
export interface Checked {
  readonly name: string;
  /** How many cases show it. */
  readonly cases: number;
  /** What the certificate rests on. */
  readonly assuming: readonly string[];
  /** Why it is not accepted; undefined where it is. */
  readonly refused: string | undefined;
}

/** Each property, held to the certificate by a checker that shares nothing with what proved it. */
export function checkAll(
  properties: readonly Property[],
  certificates: readonly CertifiedProperty[],
  configurations: readonly Configuration[],
): readonly Checked[] {
  return properties.map((property): Checked => {
    const { name, when, must } = property;
    const refused = (why: string): Checked => ({ name, cases: 0, assuming: [], refused: why });
    const own = certificates.filter((each) => each.name === name);
    const [certificate] = own;
    if (certificate === undefined || own.length > 1)
      return refused(
        own.length > 1 ? 'the certificate has several of this name' : 'the certificate does not have it',
      );
    if (JSON.stringify([certificate.when, certificate.must]) !== JSON.stringify([when, must]))
      return refused('the certificate is of another property with this name');
    try {
      return {
        name,
        cases: checkCertificate(property, certificate, configurations),
        assuming: certificate.assuming,
        refused: undefined,
      };
    } catch (error) {
      if (!(error instanceof Unproved)) throw error;
      return refused(error.message);
    }
  });
}

export interface Certificate {
  readonly inputs: readonly { readonly file: string; readonly sha256: string }[];
  readonly properties: readonly CertifiedProperty[];
}

/** @throws InputError where a text is no certificate */
export function readCertificate(file: string, text: string): Certificate {
  const wrong = (problem: string): InputError =>
    new InputError({ file, problem, hint: 'cfgtool prove --certificate FILE writes one' });
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw wrong('it is no certificate: no JSON');
  }
  if (!isCertificate(read)) throw wrong('it is no certificate, or not a whole one');
  return read;
}

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

function isCertificate(value: unknown): value is Certificate {
  if (!isRecord(value) || !Array.isArray(value.inputs) || !Array.isArray(value.properties)) return false;
  const isInput = (each: unknown): boolean =>
    isRecord(each) && typeof each.file === 'string' && typeof each.sha256 === 'string';
  const isCase = (each: unknown): boolean =>
    isRecord(each) &&
    typeof each.at === 'string' &&
    Array.isArray(each.by) &&
    each.by.every(Number.isInteger);
  const isTexts = (each: unknown): boolean =>
    Array.isArray(each) && each.every((one) => typeof one === 'string');
  const isProperty = (each: unknown): boolean =>
    isRecord(each) &&
    typeof each.name === 'string' &&
    Array.isArray(each.cases) &&
    each.cases.every(isCase) &&
    isTexts(each.assuming);
  return value.inputs.every(isInput) && value.properties.every(isProperty);
}
