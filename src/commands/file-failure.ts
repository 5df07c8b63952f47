import { withoutSecrets } from '../source/secret-looks.ts';

/** A bug, with the name of the file that it was met in. */
export class FileFailure extends Error {
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`${file}: ${what}`, { cause });
    this.name = 'Failure in';
    this.file = file;
  }

  /** What went wrong, without the name of the file. */
  get what(): string {
    const { cause } = this;
    return cause instanceof Error
      ? `${cause.name}: ${cause.message}`
      : 'something that is no error was thrown';
  }
}

/** Takes secrets out of the words of a failure, and of those of what caused it. */
export function hideSecrets(failure: unknown, redact: (text: string) => string): void {
  for (let error = failure; error instanceof Error; error = error.cause) {
    const stack = error.stack ?? '';
    error.message = withoutSecrets(redact(error.message));
    error.stack = withoutSecrets(redact(stack));
  }
}
