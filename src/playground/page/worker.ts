/** The worker of the page: texts in, answers out, one after the other. */
import type { ToWorker } from '../../rpc/client.ts';
import { serve } from '../../rpc/serve.ts';
import type { News, Question } from '../questions.ts';
import { RequestQueue } from '../queue.ts';

const now = () => performance.now();
const queue = new RequestQueue(now);

// A text that cannot be taken would leave all questions behind it waiting.
self.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
serve<News, Question>(
  {
    postMessage: (message) => self.postMessage(message),
    on: (_, listener) =>
      self.addEventListener('message', ({ data }: MessageEvent<ToWorker<News, Question>>) => listener(data)),
  },
  {
    tell: (news) => (news.kind === 'put' ? queue.put(news.text) : queue.forget(news.pane)),
    answer: (question) => queue.answer(question.asked, question),
    // Words of an error may quote the text: only what kind of error it is goes out.
    problem: (error) =>
      `this is a mistake of cfgtool's own (${error instanceof Error ? error.name : 'Error'})`,
    now,
  },
);
