/** The worker of the page: texts in, answers out, one after the other. */
import { RequestQueue } from '../queue.ts';
import type { FromWorker, ToWorker } from './wire.ts';

const queue = new RequestQueue(() => performance.now());

function post(message: FromWorker): void {
  self.postMessage(message);
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'put') queue.put(data.text);
  else if (data.kind === 'forget') queue.forget(data.pane);
  else {
    try {
      post({ kind: 'answer', id: data.id, answer: queue.answer(data.name, data.question) });
    } catch (error) {
      // Words of an error may quote the text: only what kind of error it is goes out.
      const kind = error instanceof Error ? error.name : 'Error';
      post({ kind: 'failed', id: data.id, problem: `this is a mistake of cfgtool's own (${kind})` });
    }
  }
});
