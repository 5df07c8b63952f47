/** Version 2 of the API to version 3, as the page offers it: the new text, or what stands in the way. */
import { liftConfiguration } from '../engine/lift.ts';
import { releaseRemarks } from '../engine/release-remarks.ts';
import type { Applied } from '../migrate/index.ts';
import { type OpenPane, sayingOf } from './panes.ts';
import type { Lift, LiftRemark } from './questions.ts';

export function liftOf(panes: readonly OpenPane[]): Lift {
  const [opened] = panes;
  if (opened === undefined) return { kind: 'done', words: 'There is no text to lift.' };
  const { pane, configuration } = opened;
  if (configuration.api === 'v3') return { kind: 'done', words: 'The text is in version 3 of the API.' };
  const { equivalent, text, changes, applied, left, warnings, difference } = liftConfiguration(
    configuration,
    {
      partial: false,
      keepTransport: false,
    },
  );
  const say = sayingOf(panes);
  const remark = ({ migration, reason, range }: Applied): LiftRemark => ({
    about: migration,
    text: say(reason),
    place: { pane, range },
  });
  if (left.length > 0 || !equivalent) {
    const whole = difference === undefined ? [] : [{ text: say(difference) }];
    return { kind: 'blocked', obstacles: [...whole, ...left.map(remark)] };
  }
  if (changes.length === 0)
    return { kind: 'done', words: 'Both versions of the API write this text in the same way.' };
  const { lines } = configuration.file;
  return {
    kind: 'lifted',
    text,
    changes: changes.map(({ start, end, text: put }) => ({ range: lines.range({ start, end }), text: put })),
    converted: applied.map(remark),
    warnings: warnings.map(say),
    releaseChanges: releaseRemarks(configuration).map(({ message, range }) => ({
      about: 'release-change',
      text: say(message),
      place: { pane, range },
    })),
  };
}
