/** A command line that asks for something that cannot be: exit code 2. */
export class UsageError extends Error {
  /** What to do instead. */
  readonly hint: string | undefined;

  constructor(problem: string, hint?: string) {
    super(problem);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
