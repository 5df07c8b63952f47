/** What stands for a secret, or is put there later. */
export const IS_FILLED = /redacted|[{$<]/i;
