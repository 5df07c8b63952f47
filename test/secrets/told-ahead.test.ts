/** What is not looked into for secrets, since nothing in it could be one, holds none. */
import { expect, test } from 'vitest';
import { NODE } from '../../src/model/bound.ts';
import { mayHoldSecrets, secretSpans } from '../../src/model/secrets.ts';
import { eachChild, type Frame, rootFrames } from '../../src/model/walk.ts';
import { opened } from '../opened.ts';
import { positions } from './positions.ts';
import { shapes, ways } from './shapes.ts';

test('wherever a secret stands, all around it may hold one', () => {
  let found = 0;
  for (const { name, with: place } of positions)
    for (const { secret } of [{ secret: 'plainmark' }, ...shapes.slice(0, 4)])
      for (const way of Object.values(ways)) {
        const configuration = opened(way(place(secret)));
        for (const root of configuration.roots) {
          const look = (frame: Frame, around: readonly number[]): void => {
            const inner = [...around, frame.message[NODE] ?? -1];
            eachChild(frame, configuration.namespace, (child) => look(child, inner));
            if (secretSpans(root.tree, frame).length === 0) return;
            found++;
            // A message may be secret for the key alone that it stands under.
            for (const node of around)
              if (node !== -1)
                expect(mayHoldSecrets(root.tree, node), `${name}\n${configuration.file.text}`).toBe(true);
          };
          for (const frame of rootFrames(root)) look(frame, []);
        }
      }
  expect(found).toBeGreaterThan(1000);
});

test('nothing is looked into where it is all open', () => {
  const { roots } = opened(
    'clusters:\n- name: shop\n  connect_timeout: 1s\n  type: STATIC\n- name: a\n  token: x\n',
  );
  const nodes = roots.flatMap((root) => {
    const found: boolean[] = [];
    for (const frame of rootFrames(root))
      eachChild(frame, 'envoy', ({ message }) => found.push(mayHoldSecrets(root.tree, message[NODE] ?? -1)));
    return found;
  });
  expect(nodes).toEqual([false, true]);
});
