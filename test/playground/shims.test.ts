import { isUtf8 as nodesIsUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isIP as nodesIsIP } from 'node:net';
import { array, assert, constantFrom, oneof, property, string, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Buffer as Bytes, isUtf8 } from '../../src/playground/shims/buffer.ts';
import { createHash as plainHash } from '../../src/playground/shims/crypto.ts';
import { isIP } from '../../src/playground/shims/net.ts';

/** Any code units, halves of pairs included. */
const texts = string({ unit: 'binary' });
const halves = array(constantFrom('\ud83d', '\ude00', 'a', 'é', '€', '\0')).map((parts) => parts.join(''));
const base64 = array(constantFrom('A', 'z', '9', '+', '/', '-', '_', '=', ' ', '\n', 'é')).map((parts) =>
  parts.join(''),
);

describe('what stands in for node in a browser does the same', () => {
  test('lengths and bytes of texts', () => {
    assert(
      property(oneof(texts, halves), (text) => {
        expect(Bytes.byteLength(text)).toBe(Buffer.byteLength(text));
        expect([...Bytes.from(text)]).toEqual([...Buffer.from(text)]);
        expect(Bytes.from(text).toString('base64')).toBe(Buffer.from(text).toString('base64'));
      }),
    );
  });

  test('base64', () => {
    assert(
      property(base64, (text) => {
        expect(Bytes.from(text, 'base64').toString('latin1')).toBe(
          Buffer.from(text, 'base64').toString('latin1'),
        );
      }),
    );
  });

  test('bytes', () => {
    assert(
      property(uint8Array(), uint8Array(), (one, other) => {
        expect([...Bytes.concat([one, other])]).toEqual([...Buffer.concat([one, other])]);
        expect(isUtf8(one)).toBe(nodesIsUtf8(one));
        expect(Bytes.from(one).toString('hex')).toBe(Buffer.from(one).toString('hex'));
        const view = one.subarray(1);
        expect(Bytes.from(view.buffer, view.byteOffset, view.length).toString()).toBe(
          Buffer.from(view.buffer, view.byteOffset, view.length).toString(),
        );
      }),
    );
  });

  test('addresses', () => {
    const parts = constantFrom(
      '1',
      '255',
      '256',
      '01',
      '.',
      ':',
      '::',
      'ffff',
      'g',
      '%eth0',
      '%',
      '192.0.2.7',
      '',
    );
    assert(
      property(array(parts, { maxLength: 12 }), (all) => {
        const text = all.join('');
        expect([text, isIP(text)]).toEqual([text, nodesIsIP(text)]);
      }),
      { numRuns: 5000 },
    );
    for (const text of [
      '::',
      '::1',
      '1::',
      '1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7::',
      '::ffff:192.0.2.7',
      '1:2:3:4:5:6:192.0.2.7',
      '1:2:3:4:5:6:7:192.0.2.7',
      '1:2:3:4:5:6:7:8::',
      'fe80::1%eth0',
      '1.2.3.4',
      '1.2.3',
    ])
      expect([text, isIP(text)]).toEqual([text, nodesIsIP(text)]);
  });

  test('hashes', () => {
    assert(
      property(texts, (text) => {
        const long = text.repeat(50);
        expect(plainHash('sha256').update(long).digest('hex')).toBe(
          createHash('sha256').update(long).digest('hex'),
        );
      }),
    );
  });
});
