/** `--proxy`: a real proxy is asked as well. */
import { Flags } from '@oclif/core';

export const proxyFlags = {
  proxy: Flags.string({
    helpValue: 'PATH',
    description:
      'Ask a real proxy as well: its program, started on the loopback address with the configuration, every cluster led to an echo server. Differences end in 1.',
  }),
};
