/** A bug, with the name of the file that it was met in. */
export class FileFailure extends Error {
  constructor(file: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`${file}: ${what}`, { cause });
    this.name = 'Failure in';
  }
}
