/** A certificate that nobody has to trust, for TLS on the loopback address: X.509 version 3, signed by itself (RFC 5280). */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Both as PEM. */
export interface Certificate {
  readonly chain: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const VERSION = 0xa0;

/** ecdsa-with-SHA256 and commonName. */
const ECDSA_SHA256 = der(SEQUENCE, der(OBJECT, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OBJECT, Buffer.from('550403', 'hex'));

export function madeUpCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('cfgtool loopback')))),
  );
  const year = (two: string) => der(UTC_TIME, Buffer.from(`${two}0101000000Z`));
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, year('20'), year('49')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole = der(SEQUENCE, body, ECDSA_SHA256, signature).toString('base64');
  return {
    chain: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A value with its tag and length (X.690, definite form). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
